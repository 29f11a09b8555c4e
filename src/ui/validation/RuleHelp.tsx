import { Group, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { loadRuleDocumentation } from '../../commands/validation/loadRuleDocumentation.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { withSummary } from '../../projections/validation.ts';
import { useView } from '../parts/appState.ts';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { changeText } from './changeText.ts';
import classes from './validation.module.css';
import { texts } from './texts.ts';

interface RuleHelpProps {
  readonly versionId: number;
  readonly ruleId: number;
  readonly name: string;
  readonly onClose: () => void;
}

/** What a rule looks for, why, and how to fix it. */
export function RuleHelp({ versionId, ruleId, name, onClose }: RuleHelpProps): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.versions[versionId]?.validation.documentation[ruleId]);
  const known = load?.status === 'succeeded';
  const { path, search } = useView((view) => view.location);
  const open = useOpenPlace();
  const profile = useView((view) => view.versions[versionId]?.validation.summary.value?.Profile);
  const change = profile?.Changes.find((one) => one.RuleId === ruleId);
  const toProfile = (): void => {
    onClose();
    open(path, withSummary(search, { profile: String(ruleId) }), { replace: true });
  };
  useEffect(() => {
    if (!known) dispatch(loadRuleDocumentation({ versionId, ruleId }));
  }, [dispatch, versionId, ruleId, known]);
  return (
    <Modal opened onClose={onClose} title={ruleTitle(name)} size={520} transitionProps={{ duration: 0 }}>
      <Text c="dimmed" fz={12} mb="xs" className="dmp-mono">
        {`${ruleId} ${name}`}
      </Text>
      {profile && change && (
        <p className={classes['paragraph']}>
          {texts.changedByTheProfile({ region: profile.RegionName, change: changeText(change, undefined) })}. {change.Reason} ({change.Author})
        </p>
      )}
      <LoadStates load={load} what={texts.documentation} retry={loadRuleDocumentation({ versionId, ruleId })} skeleton={5}>
        {({ Text: text }) => (text === undefined || text === '' ? <NotDescribed /> : <Sections text={text} />)}
      </LoadStates>
      <Group justify="flex-end" mt="sm">
        <WhyButton compact label={texts.changeForTheRegion} icon={IconAdjustments} onClick={toProfile} />
      </Group>
    </Modal>
  );
}

function NotDescribed(): ReactNode {
  return (
    <>
      <p className={classes['paragraph']}>{texts.undescribed}</p>
      <Text c="dimmed">{texts.undescribedHint}</Text>
    </>
  );
}

/** Sections are apart by an empty line; the first line of each is its heading. */
function Sections({ text }: { text: string }): ReactNode {
  return text.split('\n\n').map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return (
      <section key={heading} className={classes['section']}>
        <h3>{heading}</h3>
        <p className={classes['paragraph']}>{lines.join('\n')}</p>
      </section>
    );
  });
}
