import { z } from 'zod';
import { BrowserSettings, Language } from '../../domain/settings.ts';
import { defineStep } from '../defineStep.ts';

/** Changes what this browser remembers: colours, layers, divider, map options. */
export const changeSettings = defineStep('settings.change', ({ changes }) => `Change settings: ${Object.keys(changes).join(', ')}`, {
  payload: z.object({
    changes: z
      .object({
        zoomToTrack: z.boolean(),
        transitAlignment: z.boolean(),
        colorScheme: BrowserSettings.shape.colorScheme.unwrap(),
        language: Language,
        divider: z.number().min(0.2).max(0.8),
        maximised: BrowserSettings.shape.maximised.unwrap(),
        tiles: BrowserSettings.shape.tiles.unwrap(),
        provider: BrowserSettings.shape.provider.unwrap(),
        layers: BrowserSettings.shape.layers.unwrap(),
        sounds: z.boolean(),
        showPlace: z.boolean(),
        sheetTransposed: z.boolean(),
        serviceColumns: z.boolean(),
        barsFolded: z.boolean(),
        firstSteps: z.literal('seen'),
        pipelineRegions: BrowserSettings.shape.pipelineRegions.unwrap(),
        pipelineTagsExpanded: z.boolean(),
        recentPipelineTags: BrowserSettings.shape.recentPipelineTags.unwrap(),
        sheetHeads: z.record(z.string(), z.record(z.string(), z.string())),
        comparerHelperSeen: z.boolean(),
        exportRegions: BrowserSettings.shape.exportRegions.unwrap(),
      })
      .partial(),
  }),
  samples: [{ changes: { zoomToTrack: false } }, { changes: { divider: 0.5, maximised: 'map' as const } }],
  apply: (base, { changes }) => {
    for (const [key, value] of Object.entries(changes)) if (value !== undefined) Object.assign(base.settings, { [key]: value });
  },
});
