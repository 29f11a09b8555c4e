import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './JsonTree.module.css';
import { texts } from './texts.ts';

/** So many members are shown at a time; a whole overlay would be 100,000. */
const PAGE = 100;

/** A JSON value to look into: objects and lists fold, long ones come by the hundred. `open` levels are unfolded at first. */
export function JsonTree({
  value,
  name,
  open = 2,
  resolve,
}: {
  value: unknown;
  name?: string;
  open?: number;
  /** Returns what a reference to a body (`{"$body": hash}`) stands for. */
  resolve?: (hash: string) => unknown;
}): ReactNode {
  const body = bodyRef(value);
  if (body !== undefined && resolve) {
    const found = resolve(body);
    return found === undefined ? (
      <Leaf name={name} text={texts.missingBody({ body })} kind="null" />
    ) : (
      <JsonTree value={found} {...(name === undefined ? {} : { name })} open={0} />
    );
  }
  if (typeof value !== 'object' || value === null)
    return <Leaf name={name} text={value === undefined ? texts.nothing : JSON.stringify(value)} kind={kindOf(value)} />;
  return <Branch value={value} name={name} open={open} resolve={resolve} />;
}

function Branch({
  value,
  name,
  open,
  resolve,
}: {
  value: object;
  name: string | undefined;
  open: number;
  resolve: ((hash: string) => unknown) | undefined;
}): ReactNode {
  const [unfolded, setUnfolded] = useState(open > 0);
  const [shown, setShown] = useState(PAGE);
  const members = Object.entries(value);
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  if (members.length === 0) return <Leaf name={name} text={`${left}${right}`} kind="null" />;
  return (
    <details className={classes['branch']} open={unfolded} onToggle={(event) => setUnfolded(event.currentTarget.open)}>
      <summary className={classes['summary']}>
        {name !== undefined && <span className={classes['name']}>{name}</span>}
        <span className={classes['count']}>
          {Array.isArray(value)
            ? texts.countOfItems({ members: members.length })
            : unfolded
              ? texts.countOfFields({ members: members.length })
              : teaser(members)}
        </span>
      </summary>
      {unfolded && (
        <div className={classes['members']}>
          {members.slice(0, shown).map(([key, member]) => (
            <JsonTree key={key} name={key} value={member} open={open - 1} {...(resolve ? { resolve } : {})} />
          ))}
          {members.length > shown && (
            <Button variant="subtle" size="compact-xs" onClick={() => setShown(shown + PAGE)}>
              {texts.pageMoreOfMembers({ page: Math.min(PAGE, members.length - shown), members: members.length - shown })}
            </Button>
          )}
        </div>
      )}
    </details>
  );
}

function Leaf({ name, text, kind }: { name: string | undefined; text: string; kind: string }): ReactNode {
  return (
    <div className={classes['leaf']}>
      {name !== undefined && <span className={classes['name']}>{name}</span>}
      <span className={classes['value']} data-kind={kind}>
        {text}
      </span>
    </div>
  );
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? 'null' : typeof value;
}

function teaser(members: readonly [string, unknown][]): string {
  const names = members
    .slice(0, 4)
    .map(([key]) => key)
    .join(', ');
  return members.length > 4 ? `${names}, … (${members.length})` : names;
}

function bodyRef(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$body' in value)) return undefined;
  return typeof value.$body === 'string' ? value.$body : undefined;
}
