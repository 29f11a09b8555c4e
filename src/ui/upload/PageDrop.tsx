import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { openUpload } from '../../commands/upload/openUpload.ts';
import { chooseUploadFile } from '../../commands/upload/uploadSteps.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { usePorts } from '../ports.tsx';
import classes from './upload.module.css';
import { useUpload } from './useUpload.ts';
import { texts } from './texts.ts';

/** Files dropped anywhere on the page of a database open the upload with them; while some are dragged, the page says so. */
export function PageDrop({ databaseId, name }: { readonly databaseId: string; readonly name: string }): ReactNode {
  const dispatch = useDispatch();
  const { keepFile } = usePorts();
  const shown = useUpload('shown');
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: readonly File[]) => {
    const [first] = files;
    if (!first) return;
    dispatch(openUpload({ databaseId }));
    dispatch(chooseUploadFile({ fileId: keepFile(first), files: files.map((file) => ({ name: file.name, size: file.size })) }));
  });
  useEffect(() => {
    // the window of the upload has a drop area of its own
    if (shown) return undefined;
    const onDrag = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = (event: DragEvent): void => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragover', onDrag);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      setOver(false);
      window.removeEventListener('dragover', onDrag);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [shown]);
  if (!over) return null;
  return (
    <div className={classes['pageDrop']}>
      <div className={classes['pageDropWords']}>
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <strong>{texts.dropToUpload({ name })}</strong>
        <span className={classes['quiet']}>{texts.acceptedFiles}</span>
      </div>
    </div>
  );
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') === true;
}
