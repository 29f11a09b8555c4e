import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSavedSearch, deleteSavedSearch, listSavedSearches, watchSearch } from '../../src/contract/savedSearches.ts';
import { listNews } from '../../src/contract/news.ts';
import { createStop, updateStop } from '../../src/contract/stops.ts';
import { publishVersion } from '../../src/contract/versions.ts';
import { startTestProduct, type TestProduct } from './product.ts';
