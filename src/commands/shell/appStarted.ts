import { z } from 'zod';
import { BrowserSettings, ProductConfig } from '../../domain/settings.ts';
import { initialState } from '../../projections/state.ts';
import { typedOverReload } from '../../projections/typed.ts';
import { TYPED_FORMS } from '../../projections/typedForms.ts';
import { defineEvent } from '../define.ts';
import { goTo } from './goTo.ts';

/** A page of the product was opened or reloaded: what was loaded before is old, what waits to be sent stays. */
export const appStarted = defineEvent('app.started', {
  payload: z.object({ config: ProductConfig, settings: BrowserSettings, path: z.string(), search: z.string() }),
  samples: () => [
    {
      config: {
        build: 'test',
        oidc: { issuer: 'http://127.0.0.1/oidc', clientId: 'dmp-web', scope: 'openid', resource: null },
        map: {
          mapboxToken: null,
          googleKey: null,
          satelliteUrl: null,
          satelliteAttribution: null,
          osmUrl: null,
          osmAttribution: null,
          tilesUrl: null,
          tilesAttribution: null,
          tilesName: null,
          viewers: [],
        },
        terms: false,
        transitAlignment: false,
        excluding: true,
        monitoring: false,
        demoAccounts: true,
      },
      settings: BrowserSettings.parse({}),
      path: '/',
      search: '',
    },
  ],
  apply: (base, { config, settings, path, search }) => {
    const typed = typedOverReload(base, { path, search }, TYPED_FORMS);
    Object.assign(base, initialState);
    base.started = true;
    base.config = config;
    base.settings = { ...settings };
    goTo(base, { path, search });
    if (typed) base.typed = typed;
  },
  keep: ['config', 'settings', 'path', 'search'],
});
