export * from './acceptTerms.ts';
export * from './loadAccount.ts';
export * from './signInEnded.ts';
