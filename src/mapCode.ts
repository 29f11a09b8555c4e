/** How the maps get the code that they start with: where `map`, `ui` and `effects` meet. */
import { fetchCode } from './effects/fetchCode.ts';
import type { CodePort } from './map/engine/openEngine.ts';
import { untilFetched } from './ui/parts/lazyScreen.ts';

export const mapCode: CodePort = { fetched: untilFetched, cached: fetchCode };
