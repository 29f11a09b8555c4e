import { Group, NativeSelect, NumberInput, Select, Stack, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconEdit, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { changeProfileRule, loadValidationProfile, resetProfileRule } from '../../commands/validation/validationProfile.ts';
import { REASON_LIMIT, type RuleChange, thresholdError, type ProfileRule, type ValidationProfile } from '../../domain/validationProfile.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { profileRule } from '../../projections/typedForms.ts';
import { withSummary } from '../../projections/validation.ts';
import { spokenLanguage } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Empty } from '../parts/Empty.tsx';
import { useOpenPlace } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Modal } from '../parts/Modal.tsx';
import { NotSaved } from '../parts/NotSaved.tsx';
import { useQuery } from '../parts/query.ts';
import { ruleTitle } from '../parts/ruleTitle.ts';
import { usePlace } from '../parts/usePlace.ts';
import { useSubmit } from '../parts/useSubmit.ts';
import { useTyped } from '../parts/useTyped.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { changeText, levelText, unitText } from './changeText.ts';
import classes from './validation.module.css';
import { texts } from './texts.ts';

/** The rules that the region of the version changes. The address says what is shown: `profile=list`, `profile=new`, or the number of a rule. */
export function ProfileModal(): ReactNode {
  const dispatch = useDispatch();
  const open = useOpenPlace();
  const { path, search } = useView((view) => view.location);
  const [shown, show] = useQuery('profile');
  const { databaseId } = usePlace();
  const region = useView((view) => view.databases.value?.find(({ Id }) => Id === databaseId)?.RegionKey);
  const load = useView((view) => (region === undefined ? undefined : view.validationProfiles?.[region]));
  const idle = (load?.status ?? 'idle') === 'idle';
  useEffect(() => {
    if (region !== undefined && idle) dispatch(loadValidationProfile({ region }));
  }, [dispatch, region, idle]);
  const isListed = shown === 'list';
  const close = (): void => open(path, withSummary(search, { profile: null }), { replace: true });
  const profile = load?.value;
  return (
    <Modal
      opened
      onClose={isListed ? close : () => show('list')}
      title={profile ? texts.profileOf({ region: profile.RegionName }) : texts.profile}
      size={640}
      transitionProps={{ duration: 0 }}
    >
      <LoadStates load={load} what={texts.profileWord} retry={loadValidationProfile({ region: region ?? '' })} skeleton={4}>
        {(one) =>
          isListed ? <Changes profile={one} onShow={show} onClose={close} /> : <RuleForm key={shown} profile={one} shown={shown} onShow={show} />
        }
      </LoadStates>
    </Modal>
  );
}

interface ChangesProps {
  readonly profile: ValidationProfile;
  readonly onShow: (what: string) => void;
  readonly onClose: () => void;
}

function Changes({ profile, onShow, onClose }: ChangesProps): ReactNode {
  const why = profile.ReadOnly ? READ_ONLY : undefined;
  return (
    <>
      {profile.Changes.length === 0 ? (
        <Empty title={texts.noRuleIsChanged} hint={texts.profileHint} />
      ) : (
        <ul className={classes['changes']} aria-label={texts.changedRules}>
          {profile.Changes.map((one) => (
            <Change key={one.RuleId} profile={profile} change={one} why={why} onShow={onShow} />
          ))}
        </ul>
      )}
      <Group justify="flex-end" gap="xs" mt="sm">
        <WhyButton label={texts.close} onClick={onClose} />
        <WhyButton label={texts.changeARule} icon={IconPlus} variant="filled" why={why} onClick={() => onShow('new')} />
      </Group>
    </>
  );
}

interface ChangeProps {
  readonly profile: ValidationProfile;
  readonly change: RuleChange;
  readonly why: string | undefined;
  readonly onShow: (what: string) => void;
}

function Change({ profile, change, why, onShow }: ChangeProps): ReactNode {
  const dispatch = useDispatch();
  const { RuleId, Reason, Author, At } = change;
  const rule = profile.Rules.find((one) => one.RuleId === RuleId);
  const { isWaiting, message, send } = useSubmit(() => undefined);
  const title = rule ? ruleTitle(rule.RuleName) : texts.ruleRuleId({ ruleId: RuleId });
  const date = new Intl.DateTimeFormat(spokenLanguage().locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(At));
  return (
    <li>
      <div className={classes['changeHead']}>
        <span className="dmp-number">{RuleId}</span>
        <b>{title}</b>
        <span className={classes['changeWords']}>{changeText(change, rule)}</span>
        <span className={classes['gap']} />
        <WhyButton iconOnly label={texts.changeRule({ rule: title })} icon={IconEdit} why={why} onClick={() => onShow(String(RuleId))} />
        <WhyButton
          iconOnly
          label={texts.applyStandardOf({ rule: title })}
          icon={IconArrowBackUp}
          why={why}
          loading={isWaiting}
          onClick={() => send(dispatch(resetProfileRule({ region: profile.RegionKey, rev: profile.Rev, ruleId: RuleId })))}
        />
      </div>
      <p className={classes['paragraph']}>{Reason}</p>
      <p className={classes['quiet']}>{texts.authorAndTime({ author: Author, date })}</p>
      <NotSaved message={message} />
    </li>
  );
}

interface RuleFormProps {
  readonly profile: ValidationProfile;
  /** The number of a rule, or `new` where none is chosen yet. */
  readonly shown: string;
  readonly onShow: (what: string) => void;
}

function RuleForm({ profile, shown, onShow }: RuleFormProps): ReactNode {
  const rule = profile.Rules.find(({ RuleId }) => String(RuleId) === shown);
  return (
    <Stack gap="sm">
      <Select
        label={texts.rule}
        searchable
        data={profile.Rules.map(({ RuleId, RuleName }) => ({ value: String(RuleId), label: `${RuleId} ${ruleTitle(RuleName)}` }))}
        value={rule ? shown : null}
        placeholder={texts.chooseARule}
        nothingFoundMessage={texts.noSuchRule}
        data-autofocus={rule ? undefined : true}
        onChange={(next) => next !== null && onShow(next)}
      />
      {rule === undefined ? (
        <Group justify="flex-end" gap="xs">
          <WhyButton label={texts.back} onClick={() => onShow('list')} />
        </Group>
      ) : (
        <RuleFields key={rule.RuleId} profile={profile} rule={rule} onBack={() => onShow('list')} />
      )}
    </Stack>
  );
}

/** Severity, threshold and reason of one rule. */
export function RuleFields({ profile, rule, onBack }: { profile: ValidationProfile; rule: ProfileRule; onBack: () => void }): ReactNode {
  const dispatch = useDispatch();
  const { RuleId, RuleLevel, Threshold: range } = rule;
  const change = profile.Changes.find((one) => one.RuleId === RuleId);
  const [{ severity, threshold, reason, tried }, type] = useTyped(profileRule, () => ({
    severity: change?.Off === true ? ('Off' as const) : (change?.Level ?? RuleLevel),
    threshold: change?.Threshold ?? range?.Standard ?? '',
    reason: change?.Reason ?? '',
    tried: false,
  }));
  const { isWaiting, message, send } = useSubmit(onBack);
  const isOff = severity === 'Off';
  const chosen = range === undefined || isOff ? undefined : threshold === '' ? NaN : Number(threshold);
  const outside = chosen === undefined ? undefined : Number.isNaN(chosen) ? texts.enterANumber : thresholdError(chosen, range);
  const isStandard = severity === RuleLevel && (chosen === undefined || chosen === range?.Standard);
  const save = (): void => {
    type({ tried: true });
    if (isWaiting || profile.ReadOnly || isStandard || outside !== undefined || reason.trim() === '') return;
    const changed = {
      ...(isOff ? { Off: true as const } : severity === RuleLevel ? {} : { Level: severity }),
      ...(chosen === undefined || chosen === range?.Standard ? {} : { Threshold: chosen }),
      Reason: reason.trim(),
    };
    send(dispatch(changeProfileRule({ region: profile.RegionKey, rev: profile.Rev, ruleId: RuleId, change: changed })));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          size="xs"
          label={texts.severity}
          description={texts.standardIs({ standard: levelText(RuleLevel) })}
          data={(['Error', 'Warning', 'Off'] as const).map((value) => ({ value, label: value === 'Off' ? texts.off : levelText(value) }))}
          value={severity}
          error={tried && isStandard ? texts.isTheStandard : undefined}
          onChange={(event) => type({ severity: severityOf(event.currentTarget.value) })}
        />
        {range && !isOff && (
          <NumberInput
            label={texts.threshold}
            description={texts.thresholdRange({
              standard: range.Standard,
              min: range.Min,
              max: range.Max,
              unit: unitText(range.Unit),
            })}
            value={threshold}
            error={outside}
            onChange={(next) => type({ threshold: next })}
          />
        )}
        <Textarea
          label={texts.reason}
          required
          autosize
          minRows={2}
          maxLength={REASON_LIMIT}
          value={reason}
          error={tried && reason.trim() === '' ? texts.giveAReason : undefined}
          onChange={(event) => type({ reason: event.currentTarget.value })}
        />
        <NotSaved message={message} />
        <Group justify="flex-end" gap="xs">
          <WhyButton label={texts.back} onClick={onBack} />
          <WhyButton label={texts.save} variant="filled" why={profile.ReadOnly ? READ_ONLY : undefined} loading={isWaiting} onClick={save} />
        </Group>
      </Stack>
    </form>
  );
}

function severityOf(value: string): 'Error' | 'Warning' | 'Off' {
  return value === 'Off' || value === 'Warning' ? value : 'Error';
}
