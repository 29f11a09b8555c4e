/** Texts and pictures within HTML. */
import { readableOn } from '../../src/domain/colours.ts';

/** A text as it is written in an element or a quoted attribute. */
export function escaped(given: string): string {
  return given.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
}

/** Addresses come from a feed or from people: nothing but a web address becomes a link. */
export function linkOrText(href: string, words: string): string {
  return /^https?:\/\//i.test(href) && URL.canParse(href)
    ? `<a href="${escaped(href)}" rel="nofollow noopener">${escaped(words)}</a>`
    : escaped(words);
}

/** The short name of a line on its colour. The colour is an attribute of a picture: a style of an element would need a looser policy. */
export function chip(name: string, color: string): string {
  const width = 16 + 8 * Math.min(10, name.length);
  return `<svg width="${width}" height="22" role="img" aria-label="${escaped(name)}"><rect width="${width}" height="22" rx="4" fill="${escaped(color)}"/><text x="${width / 2}" y="15.5" text-anchor="middle" fill="${readableOn(color)}">${escaped(name.slice(0, 10))}</text></svg>`;
}
