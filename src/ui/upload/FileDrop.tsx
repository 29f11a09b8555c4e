import { IconAlertTriangle, IconFileText, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { isGtfsZip, type NamedFile, UPLOAD_ENDINGS } from '../../domain/uploads.ts';
import { formatBytes } from '../../projections/uploads.ts';
import classes from './upload.module.css';
import { texts } from './texts.ts';

interface FileDropProps {
  /** The file that was chosen. */
  readonly file: NamedFile | null;
  /** The page was reloaded since: it has to be chosen again. */
  readonly lost: boolean;
  /** Why what was dropped last cannot be used. */
  readonly rejection: string | null;
  /** Why nothing can be dropped yet. */
  readonly disabled: string | undefined;
  readonly onFiles: (files: readonly File[]) => void;
}

/** An area to drop a file on; a click, or Enter, opens the browser's own choice of files. */
export function FileDrop({ file, lost, rejection, disabled, onFiles }: FileDropProps): ReactNode {
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const usable = disabled === undefined;

  const onDrag = (event: DragEvent): void => {
    event.preventDefault();
    event.dataTransfer.dropEffect = usable ? 'copy' : 'none';
    setOver(usable);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (usable) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div className={classes['fileField']}>
      <span id={`${id}-label`} className={classes['label']}>
        {texts.file}
      </span>
      <button
        type="button"
        className={classes['drop']}
        aria-labelledby={`${id}-label ${id}-words`}
        aria-describedby={rejection === null ? undefined : `${id}-error`}
        aria-disabled={!usable || undefined}
        data-autofocus={(usable && (file === null || lost)) || undefined}
        data-over={over || undefined}
        data-invalid={rejection !== null || undefined}
        onClick={() => usable && input.current?.click()}
        onDragEnter={onDrag}
        onDragOver={onDrag}
        onDragLeave={(event) => {
          if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
        }}
        onDrop={onDrop}
      >
        {file && !lost ? <IconFileText size={22} stroke={1.5} aria-hidden /> : <IconFileUpload size={22} stroke={1.5} aria-hidden />}
        <span id={`${id}-words`} className={classes['dropWords']}>
          <Words file={file} lost={lost} disabled={disabled} />
        </span>
      </button>
      {rejection !== null && (
        <span id={`${id}-error`} role="alert" className={classes['rejection']}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{rejection}</span>
        </span>
      )}
      <input
        ref={input}
        type="file"
        accept={UPLOAD_ENDINGS.join(',')}
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // the same file can be chosen again after it was mended
          event.currentTarget.value = '';
          onFiles(files);
        }}
      />
    </div>
  );
}

function Words({ file, lost, disabled }: Pick<FileDropProps, 'file' | 'lost' | 'disabled'>): ReactNode {
  if (disabled !== undefined) return <strong>{disabled}</strong>;
  if (!file) return <TwoLines first={texts.dropHere} second={texts.orChoose} />;
  if (lost) return <TwoLines first={file.name} second={texts.reloaded} />;
  return (
    <TwoLines
      first={file.name}
      second={texts.replaceHint({ part: isGtfsZip(file.name) ? texts.gtfsFeed : texts.feedFile, size: formatBytes(file.size) })}
    />
  );
}

function TwoLines({ first, second }: { first: string; second: string }): ReactNode {
  return (
    <>
      <strong>{first}</strong> <span className={classes['quiet']}>{second}</span>
    </>
  );
}
