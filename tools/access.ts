/**
 * `npm run access`: makes every call of the product as everybody, prints what each was answered, and ends with 1 where that is not what
 * `test/server/accessTable.ts` says.
 */
import { ACCESS_COLUMNS, runAccessMatrix } from '../test/server/accessMatrix.ts';

const { unlisted, cells } = await runAccessMatrix();
const calls = [...new Set(cells.map(({ call }) => call))];
ACCESS_COLUMNS.forEach((column, i) => console.log(`${'│  '.repeat(i)}┌─ ${column}`));
for (const call of calls) {
  const own = new Map(cells.filter((cell) => cell.call === call).map((cell) => [cell.column, cell]));
  const statuses = ACCESS_COLUMNS.map((column) => {
    const cell = own.get(column);
    return cell === undefined ? ' . ' : cell.fault === undefined ? String(cell.status) : `${cell.status}!`.slice(-4);
  });
  console.log(`${statuses.join(' ')}  ${call}`);
}
const faults = cells.filter(({ fault }) => fault !== undefined);
for (const { call, column, fault } of faults) console.log(`WRONG: ${call} as ${column}: ${fault ?? ''}`);
for (const route of unlisted) console.log(`UNLISTED: ${route}: add a line to test/server/accessTable.ts`);
console.log(`${calls.length} calls, ${cells.length} tries, ${faults.length} wrong, ${unlisted.length} without a line`);
process.exitCode = faults.length + unlisted.length > 0 ? 1 : 0;
