import { SegmentedControl, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconFileText, IconKey, IconLogout, IconPumpkinScary, IconSnowflake, IconSun, IconUser } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { changeSettings } from '../../commands/settings/changeSettings.ts';
import { initialsOf, personName } from '../../domain/account.ts';
import { BrowserSettings, Language } from '../../domain/settings.ts';
import { READ_ONLY } from '../../domain/versions.ts';
import { useDispatch, useUnsent } from '../../kernel/react.tsx';
import { said } from '../language/language.ts';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { Popover } from '../parts/Popover.tsx';
import { usePorts } from '../ports.tsx';
import { useShowOverlay } from '../shell/screenActs.tsx';
import { LogOutQuestion } from './LogOutQuestion.tsx';
import { type Season, seasonOf } from './season.ts';
import { playTune } from './sounds.ts';
import classes from './UserMenu.module.css';
import { texts } from './texts.ts';

const SEASON_ICONS: Readonly<Record<Season, ReactNode>> = {
  winter: <IconSnowflake size={11} aria-hidden />,
  halloween: <IconPumpkinScary size={11} aria-hidden />,
  midsummer: <IconSun size={11} aria-hidden />,
};

/** Each by its own name, so that somebody finds theirs who does not read the present one. */
const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
];

/** The badge of the signed-in user and its menu. Shown to those who have access. */
export function UserMenu(): ReactNode {
  const dispatch = useDispatch();
  const { logOut } = usePorts();
  const show = useShowOverlay();
  const unsent = useUnsent();
  const badge = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [asking, setAsking] = useState(false);
  const account = useView((view) => view.session.account);
  const build = useView((view) => view.config?.build ?? '');
  const terms = useView((view) => view.config?.terms ?? false);
  const { colorScheme, sounds, language = 'en', showPlace = true } = useView((view) => view.settings);
  if (!account?.hasAccess) return null;

  const leave = (): void => {
    if (unsent === 0) return logOut();
    // the question gives the focus back to what has it as it appears
    badge.current?.focus({ preventScroll: true });
    setOpened(false);
    setAsking(true);
    return undefined;
  };
  const season = seasonToday();
  const initials = initialsOf(account.email);
  const { first, last } = personName(account.email);
  return (
    <>
      <Popover position="bottom-end" width={270} opened={opened} onChange={setOpened}>
        <Popover.Target>
          <UnstyledButton
            ref={badge}
            className={classes['badge']}
            aria-label={texts.accountOf({ initials, email: account.email || account.name }).trim()}
            onClick={() => {
              if (!opened && season && sounds) playTune(season);
              setOpened(!opened);
            }}
          >
            {initials === '' ? <IconUser size={17} aria-hidden /> : initials}
            {season && <span className={classes['season']}>{SEASON_ICONS[season]}</span>}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label={texts.account}>
          <div className={classes['part']}>
            {first !== '' && <Text fw={600}>{`${first} ${last}`.trim()}</Text>}
            <Text className={classes['email']}>{account.email || account.name}</Text>
            {account.permissions.readOnly && (
              <Text fz={12} c="dimmed">
                {said(READ_ONLY)}
              </Text>
            )}
          </div>
          <div className={classes['part']}>
            <Text id="colour-scheme" fz={12} c="dimmed" mb={4}>
              {texts.colours}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="colour-scheme"
              value={colorScheme}
              data={[
                { value: 'auto', label: texts.auto },
                { value: 'light', label: texts.light },
                { value: 'dark', label: texts.dark },
              ]}
              onChange={(next) => dispatch(changeSettings({ changes: { colorScheme: BrowserSettings.shape.colorScheme.parse(next) } }))}
            />
            <Text id="language" fz={12} c="dimmed" mt={10} mb={4}>
              {texts.language}
            </Text>
            <SegmentedControl
              fullWidth
              aria-labelledby="language"
              value={language}
              data={LANGUAGES}
              onChange={(next) => dispatch(changeSettings({ changes: { language: Language.parse(next) } }))}
            />
            <Switch
              mt={10}
              label={texts.showWhereIWork}
              checked={showPlace}
              onChange={(event) => dispatch(changeSettings({ changes: { showPlace: event.currentTarget.checked } }))}
            />
            {season && (
              <Switch
                mt={10}
                label={texts.seasonalSounds}
                checked={sounds}
                onChange={(event) => dispatch(changeSettings({ changes: { sounds: event.currentTarget.checked } }))}
              />
            )}
          </div>
          <div className={classes['items']}>
            {show && (
              <UnstyledButton
                className={classes['item']}
                onClick={() => {
                  setOpened(false);
                  show('tokens');
                }}
              >
                <IconKey size={15} aria-hidden />
                {texts.apiTokens}
              </UnstyledButton>
            )}
            {terms && (
              <Link to="/terms" className={classes['item']} onClick={() => setOpened(false)}>
                <IconFileText size={15} aria-hidden />
                {texts.termsOfUse}
              </Link>
            )}
            <UnstyledButton className={classes['item']} onClick={leave}>
              <IconLogout size={15} aria-hidden />
              {texts.logOut}
            </UnstyledButton>
          </div>
          <div className={classes['part']}>
            <Text fz={12} c="dimmed">
              {texts.build({ build, code: (text) => <span className="dmp-mono">{text}</span> })}
            </Text>
          </div>
        </Popover.Dropdown>
      </Popover>
      <LogOutQuestion opened={asking} onClose={() => setAsking(false)} />
    </>
  );
}

function seasonToday(): Season | undefined {
  const today = new Date();
  return seasonOf(today.getUTCMonth() + 1, today.getUTCDate());
}
