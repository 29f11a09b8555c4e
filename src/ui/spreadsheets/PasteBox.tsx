import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

/** Takes a table from the clipboard; what is typed into it is not kept. */
export function PasteBox({ onPaste, why }: { readonly onPaste: (text: string) => void; readonly why?: string | undefined }): ReactNode {
  return (
    <Textarea
      label={texts.paste}
      description={why ?? texts.pasteHint}
      rows={2}
      value=""
      disabled={why !== undefined}
      onChange={() => undefined}
      onPaste={(event) => {
        event.preventDefault();
        onPaste(event.clipboardData.getData('text/plain'));
      }}
    />
  );
}
