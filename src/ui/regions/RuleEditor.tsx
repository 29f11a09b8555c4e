import { Checkbox, Switch, TextInput, Tooltip } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { editRule, scopeRule } from '../../commands/regions/editNotificationRules.ts';
import { type EditedRule, type RuleErrors, TRIGGERS } from '../../domain/notificationRules.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { RecipientsInput } from './RecipientsInput.tsx';
import classes from './regions.module.css';
import { texts } from './texts.ts';

/** Everything about one rule. */
export function RuleEditor({ rule, errors, readOnly }: { rule: EditedRule; errors: RuleErrors; readOnly: boolean }): ReactNode {
  const dispatch = useDispatch();
  const { id } = rule;
  const stored = useView((view) => view.regionWizard.form?.databases);
  const databases = useMemo(() => (stored ?? []).filter(({ added }) => !added), [stored]);
  const alone = databases.length === 0;
  const change = (changes: Partial<Pick<EditedRule, 'name' | 'recipients' | 'conditions' | 'dbIds'>>): void => {
    if (!readOnly) dispatch(editRule({ id, changes }));
  };
  return (
    <Tooltip.Floating label={READ_ONLY} disabled={!readOnly}>
      <div className={classes['ruleBody']}>
        <TextInput
          label={texts.name}
          value={rule.name}
          error={errors.name}
          readOnly={readOnly}
          aria-disabled={readOnly}
          data-autofocus={rule.name === '' || undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <RecipientsInput
          recipients={rule.recipients}
          error={errors.recipients}
          readOnly={readOnly}
          onChange={(recipients) => change({ recipients: [...recipients] })}
        />
        <fieldset style={{ margin: 0, padding: 0, border: 0 }} className={classes['stack']}>
          <legend className={classes['heading']}>{texts.scope}</legend>
          <Switch
            label={texts.wholeRegion}
            checked={rule.wholeRegion}
            aria-disabled={readOnly || alone}
            description={alone ? texts.noDatabases : undefined}
            onChange={(event) => !readOnly && !alone && dispatch(scopeRule({ id, wholeRegion: event.currentTarget.checked }))}
          />
          {!rule.wholeRegion && (
            <div className={classes['triggers']}>
              {databases.map(({ Id, Name }) => (
                <Checkbox
                  key={Id}
                  label={Name || Id}
                  checked={rule.dbIds?.includes(Id) ?? false}
                  aria-disabled={readOnly}
                  onChange={(event) => {
                    const others = (rule.dbIds ?? []).filter((one) => one !== Id);
                    change({ dbIds: event.currentTarget.checked ? [...others, Id] : others });
                  }}
                />
              ))}
            </div>
          )}
          {errors.databases !== undefined && <Wrong text={errors.databases} />}
        </fieldset>
        <fieldset style={{ margin: 0, padding: 0, border: 0 }} className={classes['stack']}>
          <legend className={classes['heading']}>{texts.triggers}</legend>
          <div className={classes['triggers']}>
            {TRIGGERS.map(({ key, label }) => (
              <Checkbox
                key={key}
                label={label}
                checked={rule.conditions[key]}
                aria-disabled={readOnly}
                onChange={(event) => change({ conditions: { ...rule.conditions, [key]: event.currentTarget.checked } })}
              />
            ))}
          </div>
          {errors.conditions !== undefined && <Wrong text={errors.conditions} />}
        </fieldset>
      </div>
    </Tooltip.Floating>
  );
}

function Wrong({ text }: { text: string }): ReactNode {
  return (
    <span role="alert" className={classes['wrong']}>
      {text}
    </span>
  );
}
