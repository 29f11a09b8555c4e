/** The page of a review link: what it opens, for somebody without an account. No sign-in, session, live connection or news. */
import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { createGuestCalls } from './effects/guestCalls.ts';
import { newId } from './effects/newId.ts';
import { speak } from './ui/language/language.ts';
import { Themed } from './ui/parts/Themed.tsx';
import { GuestPage } from './ui/reviewLinks/GuestPage.tsx';

/** Shows the page; the secret follows after `#` in the address. */
export async function showGuestReview(root: Root): Promise<void> {
  await speak(navigator.language.startsWith('de') ? 'de' : 'en').catch(() => undefined);
  const show = (): void =>
    root.render(
      <StrictMode>
        <Themed colorScheme="auto">
          <GuestPage key={window.location.hash} calls={createGuestCalls(window.location.hash.slice(1))} newKey={newId} />
        </Themed>
      </StrictMode>,
    );
  // another link that is pasted into the same tab
  window.addEventListener('hashchange', show);
  show();
}
