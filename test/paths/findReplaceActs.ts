/** What the events of find and replace are in acts of the user and answers of the server. */
import { openPlace } from '../../src/commands/shell/openPlace.ts';
import { closeFindReplace, confirmReplace, openFindReplace, selectTexts } from '../../src/commands/texts/findReplaceSteps.ts';
import { findTexts } from '../../src/commands/texts/findTexts.ts';
import type { FindReplaceEvent } from '../../src/machines/findReplaceMachine.ts';
import { acting } from './fakeParts.ts';

const PAGE = { path: '/data/db/demo/v/1/stops', search: '' };

export const actOnFindReplace = acting<FindReplaceEvent>((screen) => {
  const { kernel } = screen;
  const search = (texts: readonly object[]): void => {
    kernel.dispatch(findTexts({ versionId: 1, find: 'Stop', replace: 'Halt', mode: 'text', letters: 'any', groups: ['names'] }));
    screen.answer('findTexts', () => ({ Rev: 0, Texts: texts, More: false }));
  };
  return {
    OPEN: ({ versionId }) => {
      if (kernel.workflow('findReplace').getSnapshot().value === 'closed') kernel.dispatch(openPlace(PAGE));
      kernel.dispatch(openFindReplace({ versionId }));
    },
    SEARCH: () => search([]),
    SELECT: ({ left }) => selectTexts({ left: [...left] }),
    REPLACE: ({ replacement }) => {
      const { left } = kernel.workflow('findReplace').getSnapshot().context;
      search(replacement.texts.map((text) => ({ ...text, owner: text.from })));
      // a new search selects everything it finds
      if (Array.isArray(left) && left.length > 0) kernel.dispatch(selectTexts({ left: [...left] }));
      kernel.dispatch(confirmReplace({}));
    },
    CLOSE: () => closeFindReplace({}),
    LEAVE: () => openPlace({ path: '/data/db/demo/v/3/schedules', search: '' }),
    DONE: () => screen.answer('text.replace', () => ({ Rev: 1 })),
    FAILED: ({ messages }) => screen.fail('text.replace', { status: 409, messages, url: '/', method: 'POST' }),
  };
});
