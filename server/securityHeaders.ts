import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';

/** Sets on every answer what a browser may do with it: no foreign frames, scripts or guesses about types. */
export function setSecurityHeaders(app: FastifyInstance, config: Config): void {
  const policy = contentSecurityPolicy(config);
  const secure = config.publicUrl.startsWith('https:');
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) void reply.header('content-security-policy', policy);
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
    // Timetables of public feeds may be shown in pages of others, as their policy says.
    if (!String(reply.getHeader('content-security-policy')).endsWith('frame-ancestors *')) void reply.header('x-frame-options', 'SAMEORIGIN');
    void reply.header('cross-origin-opener-policy', 'same-origin').header('permissions-policy', 'camera=(), microphone=(), geolocation=(self)');
    if (secure) void reply.header('strict-transport-security', 'max-age=31536000');
  });
}

/** What the pages of the product may load, and which style elements are theirs (`styleNonce`): themselves, the configured map services and the identity provider. */
export function contentSecurityPolicy(config: Config, styleNonce?: string): string {
  const { map, oidc, azureSignalR } = config;
  const tiles = [map.satelliteUrl, map.osmUrl, map.tilesUrl].flatMap((address) => (address === null ? [] : originsOfTiles(address)));
  const mapbox = map.mapboxToken === null ? [] : ['https://api.mapbox.com', 'https://events.mapbox.com', 'https://*.tiles.mapbox.com'];
  // As Google asks for (developers.google.com/maps/documentation/javascript/content-security-policy); its script compiles code.
  const google =
    map.googleKey === null
      ? []
      : ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com', 'https://*.googleusercontent.com', 'https://*.ggpht.com'];
  const issuer = oidc === undefined ? [] : [new URL(oidc.issuer).origin];
  const azure = /Endpoint=(https?:\/\/[^;/]+)/i.exec(azureSignalR ?? '')?.[1];
  const live = [config.publicUrl, config.publicUrl.replace(/^http/, 'ws'), ...(azure === undefined ? [] : [azure, azure.replace(/^http/, 'ws')])];
  const rules: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...(google.length === 0 ? [] : [...google, "'unsafe-eval'", 'blob:'])],
    // The component library writes its colour variables into style elements. Google's map writes its own, and knows no nonce.
    'style-src': [
      "'self'",
      ...(google.length > 0 ? ["'unsafe-inline'", 'https://fonts.googleapis.com'] : styleNonce === undefined ? [] : [`'nonce-${styleNonce}'`]),
    ],
    'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...mapbox, ...google],
    'font-src': ["'self'", 'data:', ...(google.length === 0 ? [] : ['https://fonts.gstatic.com'])],
    // `data:` for pictures and styles that the map library fetches by address.
    'connect-src': ["'self'", 'data:', 'blob:', ...live, ...tiles, ...mapbox, ...google, ...issuer],
    // The map library starts its workers from blobs.
    'worker-src': ["'self'", 'blob:'],
    'child-src': ["'self'", 'blob:'],
    'frame-src': ["'self'", ...issuer, ...(google.length === 0 ? [] : ['https://*.google.com'])],
    'form-action': ["'self'", ...issuer],
    'frame-ancestors': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  };
  return Object.entries(rules)
    .map(([rule, sources]) => `${rule} ${sources.join(' ')}`)
    .join('; ');
}

/** Origins of a tile address; `{s}`, the placeholder of sub-domains, becomes a wildcard. */
function originsOfTiles(address: string): string[] {
  const match = /^(https?:\/\/)([^/]+)/.exec(address);
  return match ? [`${match[1] ?? ''}${(match[2] ?? '').replace(/^\{s\}\./, '*.')}`] : [];
}
