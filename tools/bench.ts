/**
 * `npm run bench -- NAME [ARG]`: measures one thing on this machine. Progress goes to standard error; the last line of
 * standard output is one JSON object with the name, the value, its unit and the keys that the benchmark promises.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const folder = join(import.meta.dirname, '..', 'test', 'bench');
const [name, ...args] = process.argv.slice(2);

if (name === undefined || !benchmarks().includes(name)) {
  if (name !== undefined) console.error(`There is no benchmark ${name}.`);
  console.error(
    `Say which: npm run bench -- NAME [ARG]\n${benchmarks()
      .map((known) => `  ${known}`)
      .join('\n')}`,
  );
  process.exitCode = 2;
} else {
  // A benchmark may print as it goes; standard output is for the result alone.
  console.log = console.error;
  const bench = z
    .looseObject({ run: z.custom<(args: string[]) => Promise<unknown>>((value) => typeof value === 'function') })
    .parse(await import(join(folder, `${name}.ts`)));
  const begun = performance.now();
  const result = z.record(z.string(), z.unknown()).parse(await bench.run(args));
  console.error(`${name}: ${((performance.now() - begun) / 1000).toFixed(1)} s in all`);
  process.stdout.write(`${JSON.stringify({ name, ...result })}\n`);
}

function benchmarks(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => /^[a-z][a-z-]*\.ts$/.test(file))
    .map((file) => file.slice(0, -'.ts'.length))
    .toSorted();
}
