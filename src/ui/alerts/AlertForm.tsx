import { Select, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { createServiceAlert, removeAlertTemplate, saveAlertTemplate, updateServiceAlert } from '../../commands/exports/serviceAlerts.ts';
import { listServiceAlerts } from '../../commands/exports/serviceAlertSteps.ts';
import { withoutField } from '../../domain/errors.ts';
import {
  ALERT_CAUSES,
  ALERT_EFFECTS,
  ALERT_SEVERITIES,
  AlertContent,
  alertFaults,
  AlertWording,
  TemplateName,
  type ServiceAlert,
} from '../../domain/serviceAlerts.ts';
import { useDispatch } from '../../kernel/react.tsx';
import type { ServiceAlertsOfFeed } from '../../projections/exportState.ts';
import { serviceAlert } from '../../projections/typedForms.ts';
import { DateInput } from '../parts/DateInput.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useShownHere } from '../parts/useShownHere.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { AlertEntities } from './AlertEntities.tsx';
import classes from './alerts.module.css';
import { AlertPreview } from './AlertPreview.tsx';
import { causeWords, effectWords, severityWords } from './alertWords.ts';
import { texts } from './texts.ts';

interface AlertFormProps {
  readonly feed: number;
  /** Undefined for a new one. */
  readonly alert: ServiceAlert | undefined;
  readonly around: ServiceAlertsOfFeed;
  readonly busy: boolean;
  readonly messages: readonly string[];
}

const NO_TEXT = { header: '', description: '', url: '', ttsHeader: '', ttsDescription: '' } as const;
const NO_PERIOD = { fromDate: '', fromTime: '', untilDate: '', untilTime: '' } as const;

/** Writes an alert, or changes one. */
export function AlertForm({ feed, alert, around, busy, messages }: AlertFormProps): ReactNode {
  const dispatch = useDispatch();
  const { language, timezone, templates } = around;
  const [typed, type] = useTyped(serviceAlert, () => ({
    cause: alert?.cause ?? 'UNKNOWN_CAUSE',
    effect: alert?.effect ?? 'UNKNOWN_EFFECT',
    severity: alert?.severity ?? 'UNKNOWN_SEVERITY',
    texts: alert?.texts ?? [{ ...NO_TEXT, language: language || 'en' }],
    periods: (alert?.periods ?? []).map(({ from, until }) => ({
      fromDate: from?.slice(0, 10) ?? '',
      fromTime: from?.slice(11) ?? '',
      untilDate: until?.slice(0, 10) ?? '',
      untilTime: until?.slice(11) ?? '',
    })),
    chosen: (alert?.entities ?? []).map((entity, at) => ({ entity, label: alert?.named[at]?.label ?? '' })),
    kind: 'route' as const,
    search: '',
    line: '',
    lineName: '',
    template: '',
    templateName: '',
    tried: false,
  }));
  useShownHere(messages, createServiceAlert, updateServiceAlert);
  const { periods, chosen, tried } = typed;
  const content = AlertContent.safeParse({
    cause: typed.cause,
    effect: typed.effect,
    severity: typed.severity,
    texts: typed.texts,
    periods: periods.map(({ fromDate, fromTime, untilDate, untilTime }) => ({
      from: localOf(fromDate, fromTime),
      until: localOf(untilDate, untilTime),
    })),
    entities: chosen.map(({ entity }) => entity),
  });
  const isPublished = alert?.state === 'published';
  const faults: Record<string, string> = {};
  if (tried) {
    for (const { path, message } of content.error?.issues ?? [])
      faults[`${String(path[0])}[${String(path[1])}]/${String(path[2])}`] ??= path[0] === 'periods' ? texts.timeFormat : message;
    // the server looks at what is named; here it was picked from the feed
    const known = { has: () => true };
    if (isPublished && content.success)
      for (const { Field, Message } of alertFaults(content.data, { known, language, timezone })) faults[Field] ??= Message;
  }
  const submit = (): void => {
    type({ tried: true });
    if (busy || !content.success) return;
    if (alert === undefined) dispatch(createServiceAlert({ feed, content: content.data }));
    else if (!isPublished || alertFaults(content.data, { known: { has: () => true }, language, timezone }).length === 0)
      dispatch(updateServiceAlert({ feed, id: alert.id, rev: alert.rev, content: content.data }));
  };
  const changeText = (at: number, change: Partial<(typeof typed.texts)[number]>): void =>
    type({ texts: typed.texts.map((one, place) => (place === at ? { ...one, ...change } : one)) });
  const changePeriod = (at: number, change: Partial<(typeof periods)[number]>): void =>
    type({ periods: periods.map((one, place) => (place === at ? { ...one, ...change } : one)) });
  const wording = AlertWording.safeParse(typed);
  const name = TemplateName.safeParse(typed.templateName);
  const template = templates.find(({ id }) => String(id) === typed.template);
  return (
    <>
      <div className={classes['form']}>
        {templates.length > 0 && (
          <div className={classes['row']}>
            <Select
              label={texts.template}
              description={texts.templateHint}
              data={[{ value: '', label: texts.noTemplate }, ...templates.map(({ id, name: label }) => ({ value: String(id), label }))]}
              value={typed.template}
              allowDeselect={false}
              onChange={(next) => {
                const one = templates.find(({ id }) => String(id) === next);
                type({
                  template: next ?? '',
                  ...(one === undefined
                    ? {}
                    : { cause: one.cause, effect: one.effect, severity: one.severity, texts: [...one.texts], templateName: one.name }),
                });
              }}
            />
            {template !== undefined && (
              <WhyButton label={texts.removeTemplate} onClick={() => dispatch(removeAlertTemplate({ feed, template: template.id }))} />
            )}
          </div>
        )}
        <fieldset>
          <legend>{texts.textsTitle}</legend>
          {faults['texts'] !== undefined && <p role="alert">{faults['texts']}</p>}
          {typed.texts.map((one, at) => (
            <div key={at} className={classes['form']}>
              <div className={classes['row']}>
                <TextInput
                  label={texts.header}
                  value={one.header}
                  error={faults[`texts[${at}]/header`]}
                  data-autofocus={at === 0}
                  maxLength={300}
                  onChange={(event) => changeText(at, { header: event.currentTarget.value })}
                />
                <TextInput
                  label={texts.language}
                  value={one.language}
                  error={faults[`texts[${at}]/language`]}
                  w={110}
                  maxLength={20}
                  onChange={(event) => changeText(at, { language: event.currentTarget.value })}
                />
                {typed.texts.length > 1 && (
                  <WhyButton
                    label={texts.removeLanguage({ language: one.language })}
                    icon={IconX}
                    iconOnly
                    onClick={() => type({ texts: typed.texts.filter((_text, place) => place !== at) })}
                  />
                )}
              </div>
              <Textarea
                label={texts.description}
                autosize
                minRows={2}
                maxRows={10}
                maxLength={6000}
                value={one.description}
                onChange={(event) => changeText(at, { description: event.currentTarget.value })}
              />
              <TextInput
                label={texts.url}
                value={one.url}
                error={faults[`texts[${at}]/url`]}
                maxLength={2000}
                onChange={(event) => changeText(at, { url: event.currentTarget.value })}
              />
              <details>
                <summary>{texts.readOut}</summary>
                <TextInput
                  label={texts.ttsHeader}
                  value={one.ttsHeader}
                  maxLength={300}
                  onChange={(event) => changeText(at, { ttsHeader: event.currentTarget.value })}
                />
                <Textarea
                  label={texts.ttsDescription}
                  autosize
                  maxRows={10}
                  maxLength={6000}
                  value={one.ttsDescription}
                  onChange={(event) => changeText(at, { ttsDescription: event.currentTarget.value })}
                />
              </details>
            </div>
          ))}
          <div>
            <WhyButton
              label={texts.addLanguage}
              icon={IconPlus}
              compact
              onClick={() => type({ texts: [...typed.texts, { ...NO_TEXT, language: '' }] })}
            />
          </div>
        </fieldset>
        <div className={classes['three']}>
          <Select
            label={texts.cause}
            data={ALERT_CAUSES.map((value) => ({ value, label: causeWords(value) }))}
            value={typed.cause}
            allowDeselect={false}
            onChange={(next) => type({ cause: ALERT_CAUSES.find((one) => one === next) ?? typed.cause })}
          />
          <Select
            label={texts.effect}
            data={ALERT_EFFECTS.map((value) => ({ value, label: effectWords(value) }))}
            value={typed.effect}
            allowDeselect={false}
            onChange={(next) => type({ effect: ALERT_EFFECTS.find((one) => one === next) ?? typed.effect })}
          />
          <Select
            label={texts.severity}
            data={ALERT_SEVERITIES.map((value) => ({ value, label: severityWords(value) }))}
            value={typed.severity}
            allowDeselect={false}
            onChange={(next) => type({ severity: ALERT_SEVERITIES.find((one) => one === next) ?? typed.severity })}
          />
        </div>
        <AlertEntities feed={feed} typed={typed} type={type} fault={faults['entities']} />
        <fieldset>
          <legend>{texts.periodsTitle}</legend>
          <p className={classes['quiet']}>{periods.length === 0 ? texts.noPeriods : texts.periodsHint({ timezone })}</p>
          {periods.map((one, at) => (
            <div key={at} className={classes['period']}>
              <DateInput
                label={texts.fromDate}
                value={one.fromDate}
                error={faults[`periods[${at}]/from`]}
                onChange={(next) => changePeriod(at, { fromDate: next, ...(one.fromTime === '' && { fromTime: '00:00' }) })}
              />
              <TextInput
                label={texts.fromTime}
                value={one.fromTime}
                onChange={(event) => changePeriod(at, { fromTime: event.currentTarget.value })}
              />
              <DateInput
                label={texts.untilDate}
                value={one.untilDate}
                error={faults[`periods[${at}]/until`]}
                onChange={(next) => changePeriod(at, { untilDate: next, ...(one.untilTime === '' && { untilTime: '23:59' }) })}
              />
              <TextInput
                label={texts.untilTime}
                value={one.untilTime}
                onChange={(event) => changePeriod(at, { untilTime: event.currentTarget.value })}
              />
              <WhyButton
                label={texts.removePeriod({ place: at + 1 })}
                icon={IconX}
                iconOnly
                onClick={() => type({ periods: periods.filter((_period, place) => place !== at) })}
              />
            </div>
          ))}
          <div>
            <WhyButton label={texts.addPeriod} icon={IconPlus} compact onClick={() => type({ periods: [...periods, { ...NO_PERIOD }] })} />
          </div>
        </fieldset>
        {content.success && content.data.texts.some(({ header }) => header !== '') && (
          <AlertPreview alert={{ ...content.data, named: chosen.map(({ label }) => ({ label })) }} />
        )}
        <div className={classes['row']}>
          <TextInput
            label={texts.templateName}
            placeholder={texts.templateNameHint}
            value={typed.templateName}
            maxLength={100}
            onChange={(event) => type({ templateName: event.currentTarget.value })}
          />
          <WhyButton
            label={texts.keepTemplate}
            why={name.success ? (wording.success ? undefined : wording.error.issues[0]?.message) : name.error.issues[0]?.message}
            onClick={() => name.success && wording.success && dispatch(saveAlertTemplate({ feed, name: name.data, wording: wording.data }))}
          />
        </div>
        {messages.length > 0 && <NotSaved message={messages.map(withoutField).join(' ')} />}
        <p className={classes['quiet']}>{isPublished ? texts.savedNowHint : texts.draftHint}</p>
      </div>
      <div className={classes['footer']}>
        <WhyButton label={texts.cancel} onClick={() => dispatch(listServiceAlerts({}))} />
        <WhyButton label={isPublished ? texts.saveNow : texts.saveDraft} variant="filled" loading={busy} onClick={submit} />
      </div>
    </>
  );
}

/** `2026-12-14T03:00` of what is typed; null where neither is. */
function localOf(date: string, time: string): string | null {
  if (date.trim() === '') return null;
  return `${date.trim()}T${time.trim().padStart(5, '0')}`;
}
