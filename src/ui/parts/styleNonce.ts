/** The nonce of the Content-Security-Policy that permits the style elements of this page; the server makes a new one for each page. */
export function styleNonce(): string {
  if (typeof document === 'undefined') return '';
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
}

// The library that keeps a page from scrolling behind a dialog asks here for it.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
