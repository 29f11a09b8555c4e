import { createRoot, type Root } from 'react-dom/client';

/** A root of React that never creates an element: for components that use hooks and render nothing. */
export function emptyRoot(): Root {
  const listens = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const ownerDocument = { nodeType: 9, nodeName: '#document', ...listens };
  return createRoot({ nodeType: 1, nodeName: 'DIV', tagName: 'DIV', textContent: '', ownerDocument, ...listens } as unknown as Element);
}
