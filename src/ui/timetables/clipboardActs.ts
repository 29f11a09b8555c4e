import { texts } from './texts.ts';
/** The clipboard from a menu: keys have the browser's own events, which ask for no permission. */

/** Reads a text from the clipboard and passes it on; errors are shown. */
export async function readClipboard(take: (text: string) => void, refuse: (message: string) => void): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    return refuse(texts.clipboardReadRefused);
  }
  take(text);
}

/** Writes a text; `done` follows once it is written. */
export async function writeClipboard(text: string, refuse: (message: string) => void, done?: () => void): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return refuse(texts.clipboardWriteRefused);
  }
  done?.();
}
