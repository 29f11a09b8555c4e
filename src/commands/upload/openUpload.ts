import { z } from 'zod';
import { rightsIn } from '../../projections/rights.ts';
import { presentPlace } from '../../projections/versions.ts';
import { defineStep } from '../defineStep.ts';

/** Opens the upload of a version; while one is under way it is shown again. `databaseId` is chosen beforehand, null for none. */
export const openUpload = defineStep('upload.open', 'Open the upload of a version', {
  payload: z.object({ databaseId: z.string().nullable() }),
  samples: [{ databaseId: null }, { databaseId: 'demo' }],
  action: {
    title: 'Upload version',
    icon: 'upload',
    key: 'Alt+KeyU',
    group: 'Version',
    words: 'import gtfs zip feed file',
    // Who may not upload anywhere opens it too: there it says so.
    payload: (view) => {
      const { databaseId } = presentPlace(view);
      // before the list of databases is here, nothing is known against the one in view
      const refused = view.databases.value === null ? rightsIn(view, undefined) : rightsIn(view, databaseId);
      return { databaseId: databaseId === undefined || refused.readOnly ? null : databaseId };
    },
  },
});
