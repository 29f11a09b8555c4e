#!/usr/bin/env node
/** The bin `dmp` of the package: `npx dmp --help`. */
process.argv.splice(2, 0, 'dmp/dmpCommand');
await import('./command.mjs');
