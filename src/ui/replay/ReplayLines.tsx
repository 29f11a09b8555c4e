import { Badge, Code } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { OtherBuild } from '../../domain/build.ts';
import type { Verdict } from '../../kernel/verdict.ts';
import classes from './replay.module.css';
import { texts } from './texts.ts';

/** Which build recorded the report, which one replays it. */
export function OtherBuildLine({ other: { recorded, known, here, checkout } }: { other: OtherBuild }): ReactNode {
  return (
    <p className={classes['otherBuild']} role="note">
      <IconAlertTriangle size={13} className={classes['divergence']} aria-hidden />{' '}
      {known ? texts.recordedByAnotherBuild({ recorded, here }) : texts.recordedByUnknownBuild({ recorded, here })}
      {checkout !== null && (
        <>
          {' '}
          {texts.ownBuild} <Code>{checkout}</Code>
        </>
      )}
    </p>
  );
}

/** What the replay proved, in sentences. */
export function verdictSentences({ compared, notCompared, source }: Verdict): readonly string[] {
  return [compared, ...notCompared.map((sentence) => texts.notComparedSentence({ sentence })), source];
}

/** Whether the replay does what was recorded; leads to the first place where it does not. */
export function Divergences({ count, onShow }: { count: number; onShow: () => void }): ReactNode {
  if (count === 0) {
    return (
      <Badge
        variant="default"
        tt="none"
        fw={500}
        leftSection={<IconCheck size={13} className={classes['reproduces']} aria-hidden />}
        title={texts.noDivergence}
      >
        {texts.reproduces}
      </Badge>
    );
  }
  return (
    <Badge
      component="button"
      variant="default"
      tt="none"
      fw={500}
      leftSection={<IconAlertTriangle size={13} className={classes['divergence']} aria-hidden />}
      className={classes['diverges']}
      title={texts.firstDivergence}
      onClick={onShow}
    >
      {texts.divergence({ count })}
    </Badge>
  );
}
