import type { OptionsFilter } from '@mantine/core';
import { rankedOptions } from '../../projections/rankedOptions.ts';

/** Filters the choices of a picker, the best answer first: an exact id goes before names that hold it. Groups are left as they are. */
export const rankedFilter: OptionsFilter = ({ options, search, limit }) => {
  const choices = options.flatMap((option) => ('group' in option ? [] : [option]));
  return choices.length < options.length ? options : [...rankedOptions(choices, search, limit)];
};
