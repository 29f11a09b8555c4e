/** The address of a request as it may be in a log: tokens, codes and what else opens a door are blotted out. */
export function scrubbedUrl(url: string): string {
  return url.replace(/([?&](?:access_token|id_token|id_token_hint|refresh_token|token|code|state|code_challenge|nonce)=)[^&#]*/g, '$1-');
}
