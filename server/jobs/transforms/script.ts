/** Runs a user's program on documents, in an interpreter that knows no network, no file and no process. */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import type { z } from 'zod';
import { ENTITY_SCHEMAS, entityId, type Entity, type EntityKind } from '../../../src/domain/entities.ts';
import type { LogLevel } from '../../../src/domain/runLogs.ts';
import type { script } from '../../../src/domain/taskTemplates/transforms.ts';
import { DEEPEST, isDeeper } from '../../nesting.ts';
import { timeNow } from '../../surroundings.ts';
import { TaskFailed } from '../../taskFailed.ts';
import { counted, KINDS, type Transform } from './transform.ts';
import { kindOf } from '../../../src/domain/model/catalogue.ts';

/** Documents that a program is given at a time. */
const BATCH = 200;
/** Its own limits, whatever those of the task are. */
const MEMORY = 256 * 2 ** 20;
const MILLISECONDS = 5 * 60_000;
/** Prints that go to the log. */
const PRINTS = 10_000;

/** Gives the documents of the kinds it names to a program, and writes what it answers. */
export const runScript: Transform<z.infer<typeof script.parameters>> = async (context) => {
  const { kinds, seconds } = context.values;
  const program = await openProgram(context.program ?? '', Math.min(seconds * 1000, MILLISECONDS), (text, level) =>
    level === 3 ? context.log.error(text) : level === 2 ? context.log.warn(text) : context.log.info(text),
  );
  try {
    const chosen = new Set<EntityKind>(kinds);
    for (const kind of KINDS) {
      const count = { read: 0, written: 0, changed: 0 };
      const given = new Map<string, string>();
      let batch: Entity[] = [];
      const pass = async (): Promise<void> => {
        for (const doc of program.transform(kind, batch)) {
          const read = ENTITY_SCHEMAS[kind].safeParse(doc);
          if (!read.success) {
            const [issue] = read.error.issues;
            throw new TaskFailed(
              `The program answers a ${kindOf(kind).words[0]} that is none: ${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}.`,
            );
          }
          count.written++;
          if (given.get(entityId(kind, read.data)) !== JSON.stringify(read.data)) count.changed++;
          await context.write(kind, read.data);
        }
        given.clear();
        batch = [];
      };
      for await (const doc of context.input.read(kind)) {
        if (!chosen.has(kind)) {
          await context.write(kind, doc);
          continue;
        }
        count.read++;
        batch.push(doc);
        given.set(entityId(kind, doc), JSON.stringify(doc));
        if (batch.length === BATCH) await pass();
      }
      if (!chosen.has(kind)) continue;
      if (batch.length > 0) await pass();
      context.log.info(
        `${counted(count.read, ...kindOf(kind).words)} in, ${count.written.toLocaleString('en')} out, ${count.changed.toLocaleString('en')} of them changed`,
      );
    }
  } finally {
    program.close();
  }
};

interface Program {
  transform(kind: EntityKind, docs: readonly Entity[]): unknown[];
  close(): void;
}

/** Opens a program: a module whose default export is a function of a list of documents and their kind. */
async function openProgram(source: string, milliseconds: number, print: (text: string, level: LogLevel) => void): Promise<Program> {
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  const runtime = quickjs.newRuntime();
  runtime.setMemoryLimit(MEMORY);
  runtime.setMaxStackSize(512 * 1024);
  const until = timeNow() + milliseconds;
  runtime.setInterruptHandler(() => timeNow() > until);
  runtime.setModuleLoader((name) => ({ error: new Error(`A program cannot import anything, not ${name} either`) }));
  const vm = runtime.newContext();
  let printed = 0;
  const printer = (level: LogLevel): QuickJSHandle =>
    vm.newFunction('print', (...values) => {
      if (++printed <= PRINTS) print(values.map((value) => textOf(vm, value)).join(' '), level);
      else if (printed === PRINTS + 1) print(`The program prints more than ${PRINTS.toLocaleString('en')} lines; the others are left out`, 1);
    });
  const tools = vm.newObject();
  for (const [name, level] of [
    ['log', 1],
    ['info', 1],
    ['warn', 2],
    ['error', 3],
  ] as const) {
    const fn = printer(level);
    vm.setProp(tools, name, fn);
    fn.dispose();
  }
  vm.setProp(vm.global, 'console', tools);
  tools.dispose();

  const fail = (error: QuickJSHandle): never => {
    const thrown: unknown = vm.dump(error);
    error.dispose();
    const text =
      typeof thrown === 'object' && thrown !== null
        ? `${String(Reflect.get(thrown, 'name'))}: ${String(Reflect.get(thrown, 'message'))}`
        : String(thrown);
    if (/interrupted/.test(text)) throw new TaskFailed(`The program ran for more than ${Math.round(milliseconds / 1000)} seconds and was ended.`);
    if (/out of memory/i.test(text)) throw new TaskFailed(`The program took more than ${MEMORY / 2 ** 20} MB and was ended.`);
    throw new TaskFailed(`The program failed: ${text}`);
  };
  const run = vm.evalCode(source, 'program.js', { type: 'module' });
  const module = run.error ? fail(run.error) : run.value;
  const main = vm.getProp(module, 'default');
  if (vm.typeof(main) !== 'function')
    throw new TaskFailed('The program has no function as its default export: export default function (documents, kind) { return documents; }');
  const json = vm.getProp(vm.global, 'JSON');
  const [parse, stringify] = [vm.getProp(json, 'parse'), vm.getProp(json, 'stringify')];
  return {
    transform(kind, docs) {
      const [text, name] = [vm.newString(JSON.stringify(docs)), vm.newString(kind)];
      const parsed = vm.callFunction(parse, vm.undefined, text);
      text.dispose();
      const list = parsed.error ? fail(parsed.error) : parsed.value;
      const called = vm.callFunction(main, vm.undefined, list, name);
      list.dispose();
      name.dispose();
      const answered = called.error ? fail(called.error) : called.value;
      const written = vm.callFunction(stringify, vm.undefined, answered);
      answered.dispose();
      const out = written.error ? fail(written.error) : written.value;
      const answer: unknown = vm.typeof(out) === 'string' ? JSON.parse(vm.getString(out)) : undefined;
      out.dispose();
      if (!Array.isArray(answer)) throw new TaskFailed('The program answers no list of documents.');
      if (isDeeper(answer)) throw new TaskFailed(`The program answers documents that are nested more than ${DEEPEST} levels deep.`);
      return answer;
    },
    close() {
      // What the program left behind goes with the thread; a context with values in it refuses to be disposed of.
      runtime.setInterruptHandler(() => true);
    },
  };
}

function textOf(vm: QuickJSContext, value: QuickJSHandle): string {
  const dumped: unknown = vm.dump(value);
  return typeof dumped === 'string' ? dumped : (JSON.stringify(dumped) ?? String(dumped));
}
