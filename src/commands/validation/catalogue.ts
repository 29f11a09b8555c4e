export * from './loadEntityFindings.ts';
export * from './loadRuleDocumentation.ts';
export * from './loadValidationRule.ts';
export * from './loadValidationSummary.ts';
export * from './fixCases.ts';
export * from './fixCasesSteps.ts';
export * from './validationProfile.ts';
