export * from './acceptTerms.ts';
export * from './apiTokens.ts';
export * from './loadAccount.ts';
export * from './signInEnded.ts';
