/** The word by which the browser knows style elements of this page from foreign ones: the server says it anew with each page. */
export function styleNonce(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// The library that keeps a page from scrolling behind a dialog asks here for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
