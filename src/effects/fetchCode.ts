/**
 * Puts code that a worker will be started with into the browser's cache. Rejects where the server cannot be reached: a worker does not say why
 * it could not start, and is not started again.
 */
export async function fetchCode(urls: readonly string[]): Promise<void> {
  await Promise.all(
    urls.map(async (url) => {
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`${url} is answered ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
}
