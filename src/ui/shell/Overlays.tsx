import { ApiTokens } from '../account/ApiTokens.tsx';
import { HistoryModal } from '../changes/HistoryModal.tsx';
import { FindReplaceModal } from '../findReplace/FindReplaceModal.tsx';
import { TakeOverModal } from '../takeOver/TakeOverModal.tsx';
import type { ReactNode } from 'react';
import { RegionWizard } from '../regions/RegionWizard.tsx';
import { UploadModal } from '../upload/UploadModal.tsx';
import { VersionQuestion } from '../versions/VersionQuestion.tsx';
import { ReviewLinksModal } from '../reviewLinks/ReviewLinksModal.tsx';
import { SavedSearchesModal } from '../search/SavedSearchesModal.tsx';
import { KeysOverlay } from './KeysOverlay.tsx';
import { Palette } from './Palette.tsx';
import { ReportDialog } from './ReportDialog.tsx';

/** What may lie over the screens once it is requested. A chunk of its own: nobody waits for it to see the first screen. */
export function Overlays({ keys }: { keys: boolean }): ReactNode {
  return (
    <>
      <UploadModal />
      <VersionQuestion />
      <RegionWizard />
      <HistoryModal />
      <ReviewLinksModal />
      <FindReplaceModal />
      <SavedSearchesModal />
      <TakeOverModal />
      {keys && (
        <>
          <Palette />
          <KeysOverlay />
          <ReportDialog />
          <ApiTokens />
        </>
      )}
    </>
  );
}
