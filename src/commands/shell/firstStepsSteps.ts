/** The tour through the first acts of somebody new. */
import { z } from 'zod';
import { defineStep } from '../defineStep.ts';

/** Starts or restarts the tour. */
export const startFirstSteps = defineStep('firstSteps.start', 'Show first steps', {
  payload: z.object({}),
  samples: [{}],
  action: {
    title: 'Show first steps',
    icon: 'route',
    group: 'Help',
    words: 'tour tutorial introduction begin learn new',
    payload: () => ({}),
  },
});

export const nextFirstStep = defineStep('firstSteps.next', 'Go on to the next first step');
export const previousFirstStep = defineStep('firstSteps.previous', 'Go back to the first step before');
export const leaveFirstSteps = defineStep('firstSteps.leave', 'Leave the first steps');
