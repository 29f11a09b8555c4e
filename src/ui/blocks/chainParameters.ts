import { USUAL_WAYS } from '../../domain/service/chain.ts';

/** By what trips are chained, and by what layovers and dead runs are judged. Times in minutes. */
export interface ChainParameters {
  readonly layover: number;
  readonly longest: number;
  readonly kmh: number;
  /** Of the straight line between two stops: streets are longer. */
  readonly factor: number;
}

export const USUAL_PARAMETERS: ChainParameters = { layover: 3, longest: 20, ...USUAL_WAYS };
