/** The commands of validation. */
import type { AnyCommand } from '../../kernel/command.ts';
import type { AppState } from '../../projections/state.ts';
import { loadEntityFindings } from './loadEntityFindings.ts';
import { loadRuleDocumentation } from './loadRuleDocumentation.ts';
import { mendCases } from './mendCases.ts';
import { loadMoreCases, loadValidationRule } from './loadValidationRule.ts';
import { loadValidationSummary } from './loadValidationSummary.ts';

export const validationCommands: readonly AnyCommand<AppState>[] = [
  loadValidationSummary,
  loadValidationRule,
  mendCases,
  loadMoreCases,
  loadRuleDocumentation,
  loadEntityFindings,
];
