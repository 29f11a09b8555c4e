import { Alert, Switch, Tooltip, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { closeRulesFailure, deleteRule, editRule, expandRule } from '../../commands/regions/editNotificationRules.ts';
import { loadNotificationRules } from '../../commands/regions/loadNotificationRules.ts';
import { type EditedRule, ruleErrors } from '../../domain/notificationRules.ts';
import { noticesPath } from '../../domain/locations.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { Loading } from '../parts/LoadStates.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import classes from './regions.module.css';
import { RuleEditor } from './RuleEditor.tsx';
import { texts } from './texts.ts';

/** The notification rules of a region: who is mailed, and what about. */
export function NotificationsStep(): ReactNode {
  const load = useView((view) => view.regionWizard.loadedRules);
  const rules = useView((view) => view.regionWizard.rules);
  const region = useView((view) => view.regionWizard.loaded.value?.Key ?? '');
  return (
    <div className={classes['stack']}>
      <SaveFailure />
      {load.status === 'failed' && <LoadFailure />}
      {load.value === null ? (
        load.status !== 'failed' && <Loading what={texts.notifications} skeleton={4} />
      ) : rules.length === 0 ? (
        <p>{load.value.readOnly ? texts.noNotifications : texts.noNotificationsHint}</p>
      ) : (
        <ul className={classes['stack']} style={{ margin: 0, padding: 0, listStyle: 'none' }} aria-label={texts.notificationsTitle}>
          {rules.map((rule) => (
            <Rule key={rule.id} rule={rule} all={rules} readOnly={load.value?.readOnly ?? true} />
          ))}
        </ul>
      )}
      {load.value?.readOnly === false && (
        // what is typed here stays
        <Link to={noticesPath(region)} target="_blank">
          {texts.sentNotices}
        </Link>
      )}
    </div>
  );
}

function LoadFailure(): ReactNode {
  const dispatch = useDispatch();
  const region = useView((view) => view.regionWizard.loaded.value?.Key ?? '');
  return (
    <Alert color="red" variant="light" p="sm" icon={<IconAlertTriangle aria-hidden />} title={texts.failedLoadingNotifications} role="alert">
      <WhyButton label={texts.retry} onClick={() => dispatch(loadNotificationRules({ region }))} />
    </Alert>
  );
}

function SaveFailure(): ReactNode {
  const dispatch = useDispatch();
  const messages = useView((view) => view.regionWizard.rulesFailure);
  if (messages === null) return null;
  return (
    <Alert
      color="red"
      variant="light"
      p="sm"
      role="alert"
      icon={<IconAlertTriangle aria-hidden />}
      title={texts.notificationsFailed}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={() => dispatch(closeRulesFailure({}))}
    >
      {messages.join(' ')}
    </Alert>
  );
}

function Rule({ rule, all, readOnly }: { rule: EditedRule; all: readonly EditedRule[]; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const expanded = useView((view) => view.regionWizard.expanded === rule.id);
  const errors = ruleErrors(rule, all);
  const wrong = Object.values(errors)[0];
  const name = rule.name.trim() === '' ? texts.newNotification : rule.name;
  const { length } = rule.recipients;
  return (
    <li className={classes['rule']}>
      <div className={classes['ruleHead']}>
        <UnstyledButton
          className={classes['ruleName']}
          aria-expanded={expanded}
          onClick={() => dispatch(expandRule({ id: expanded ? null : rule.id }))}
        >
          {expanded ? <IconChevronDown size={15} aria-hidden /> : <IconChevronRight size={15} aria-hidden />}
          <span>{name}</span>
          {wrong !== undefined && !expanded && <IconAlertTriangle size={15} className={classes['wrong']} aria-label={wrong} />}
        </UnstyledButton>
        <span className={classes['count']}>{texts.recipient({ count: length })}</span>
        <Tooltip label={READ_ONLY} disabled={!readOnly}>
          <Switch
            aria-label={texts.nameEnabled({ name })}
            checked={rule.enabled}
            aria-disabled={readOnly}
            onChange={(event) => !readOnly && dispatch(editRule({ id: rule.id, changes: { enabled: event.currentTarget.checked } }))}
          />
        </Tooltip>
        {!readOnly && (
          <WhyButton iconOnly icon={IconTrash} label={texts.deleteName({ name })} onClick={() => dispatch(deleteRule({ id: rule.id }))} />
        )}
      </div>
      {expanded && <RuleEditor rule={rule} errors={errors} readOnly={readOnly} />}
    </li>
  );
}
