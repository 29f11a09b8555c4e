import { afterAll, beforeAll, expect, it } from 'vitest';
import { productTools } from '../../server/mcp/tools.ts';
import { callTool, CALLERS, revOf, SHUT_OUT } from './toolCalls.ts';
import { argumentsOf, changedBy, faultOf, makeToolWorld, randomCalls, type ToolWorld } from './toolsAccess.ts';

let world: ToolWorld;
beforeAll(async () => (world = await makeToolWorld()), 120_000);
afterAll(() => world.product.close());

it('every tool does for everybody what the access table says of its call, and nothing more', async () => {
  const { product, callers, versions } = world;
  const wrong: string[] = [];
  for (const { name, edits } of productTools()) {
    for (const caller of CALLERS) {
      const said = await callTool(product, callers[caller], name, argumentsOf(name, world, 'draft'));
      const fault = faultOf(name, caller, 'draft', said);
      if (fault !== undefined) wrong.push(`${name} as ${caller} ${fault}: ${said.text.slice(0, 120)}`);
      if (SHUT_OUT.includes(caller)) continue;
      const { text } = said;
      // what refuses it is the right that is missing, not something else by chance
      if (
        caller === 'elsewhere' &&
        !['list_databases', 'read_rule_documentation'].includes(name) &&
        !/^There is no (version|database) \w+\.$/.test(text)
      )
        wrong.push(`${name} as ${caller}: ${text.slice(0, 120)}`);
      if ((caller === 'reader' || caller === 'runner') && edits && text !== 'The API token has no scope for this call (edit).')
        wrong.push(`${name} as ${caller}: ${text.slice(0, 120)}`);
      if (caller === 'ofViewer' && edits && text !== 'You have read-only rights') wrong.push(`${name} as ${caller}: ${text.slice(0, 120)}`);
      if (!edits && caller !== 'elsewhere' && said.refused) wrong.push(`${name} as ${caller} is refused: ${text.slice(0, 120)}`);
      if (caller === 'editor' && /scope|rights|There is no version/.test(text) && said.refused)
        wrong.push(`${name} as ${caller}: ${text.slice(0, 120)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(await revOf(product, versions.draft)).toBe(0);
}, 120_000);

it('random calls by everybody pass no right that the table denies', async () => {
  const { faults, passed } = await randomCalls(world, 1, 600);
  expect(faults).toEqual([]);
  expect(passed).toBeGreaterThan(50);
  expect(await changedBy(world)).toMatchObject({ finished: [], shut: [], nowhere: [] });
}, 120_000);
