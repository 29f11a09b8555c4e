import { z } from 'zod';
import { listPipelineRegions } from '../../contract/pipelines.ts';
import { request } from '../../contract/route.ts';
import { PIPELINE_REGIONS_FRESH } from '../../domain/pipelines.ts';
import type { CommandInput } from '../../kernel/command.ts';
import { defineLoad } from '../defineLoad.ts';
import { defineStep } from '../defineStep.ts';

/** `at`: now, in unix milliseconds. */
const At = z.object({ at: z.int().min(0) });

/** Wants the regions of pipelines; within 5 seconds of the last time nothing is asked, and nothing is said of it. */
export const refreshPipelineRegions = defineStep('pipeline.refreshRegions', 'Look at the regions of pipelines', {
  payload: At,
  samples: [{ at: 1_800_000_000_000 }],
  next: ({ at }, _reply, { pipelines: { regionsAt } }): readonly CommandInput[] =>
    at - regionsAt < PIPELINE_REGIONS_FRESH ? [] : [loadPipelineRegions({ at })],
});

/** Loads the regions that have pipelines. */
export const loadPipelineRegions = defineLoad('pipeline.loadRegions', {
  payload: At,
  samples: () => [{ at: 1_800_000_000_000 }],
  label: () => 'Load the regions of pipelines',
  slot: (state, { at }) => {
    // while it is under way this is the view, once it is answered the base
    state.pipelines.regionsAt = at;
    return state.pipelines.regions;
  },
  call: () => request(listPipelineRegions, {}),
  reply: listPipelineRegions.reply,
  value: ({ regions }) => regions,
  background: true,
});
