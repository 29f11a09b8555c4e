/** The address of a request as it may be in a log: tokens, codes, what else opens a door, and words that reports are searched for are blotted out. */
export function scrubbedUrl(url: string): string {
  return url.replace(/([?&](?:access_token|id_token|id_token_hint|refresh_token|token|code|state|code_challenge|nonce|find)=)[^&#]*/g, '$1-');
}
