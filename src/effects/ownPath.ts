/**
 * The path where it leads to a page of the product at `here`, else `/`. What a browser takes for another site is not one: `//host`,
 * `/\\host`, both with tabs or line ends that browsers leave out, and what only becomes such when dots are resolved.
 */
export function ownPath(path: string, here: string): string {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\\]/u.test(path)) return '/';
  const url = URL.parse(path, here);
  return url !== null && url.origin === new URL(here).origin && !url.pathname.startsWith('//') ? path : '/';
}
