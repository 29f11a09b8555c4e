/** What this browser remembers between visits. */
import { BrowserSettings, DEFAULT_SETTINGS } from '../domain/settings.ts';

const KEY = 'dmp.settings';

/** The remembered settings; the defaults where there are none or they cannot be read. */
export function readSettings(storage: Storage): BrowserSettings {
  try {
    const read = BrowserSettings.safeParse(JSON.parse(storage.getItem(KEY) ?? '{}'));
    return read.success ? read.data : DEFAULT_SETTINGS;
  } catch {
    return DEFAULT_SETTINGS;
  }
}

/** Remembers the settings; a browser that refuses (private mode, full) loses them with the tab, nothing else. */
export function writeSettings(storage: Storage, settings: BrowserSettings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch (error) {
    console.warn('The browser does not keep settings', error);
  }
}
