import { expect, type Page } from '@playwright/test';

/**
 * Notes what the short messages say that come up from now on, until the page is reloaded; the answered function waits for one. A
 * message goes after two seconds, which a busy machine may spend between two looks at the page.
 */
export async function hearToasts(page: Page): Promise<(words: string | RegExp) => Promise<void>> {
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof Element && target.matches('[role="status"][aria-live]'))
          texts.push(...[...addedNodes].map((node) => node.textContent ?? ''));
    }).observe(document.body, { childList: true, subtree: true });
    return texts;
  });
  return async (words) => {
    const told = typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);
    await expect.poll(() => heard.jsonValue(), 'what the messages said').toContainEqual(told);
  };
}
