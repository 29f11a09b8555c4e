import { Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { acceptTerms } from '../../commands/account/acceptTerms.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Link } from '../parts/Link.tsx';
import { useDelayed } from '../parts/useDelayed.ts';
import { usePorts } from '../ports.tsx';
import classes from './AccountPages.module.css';
import { texts } from './texts.ts';

/** Shown until it is known who the user is. */
export function WaitingPage(): ReactNode {
  const late = useDelayed(300);
  return (
    <div className={classes['page']} aria-busy="true">
      <span role="status" className="dmp-sr-only">
        {texts.loading}
      </span>
      {late && <Loader aria-hidden />}
    </div>
  );
}

/** Somebody signed in who may not use the product: the reason, and whom to ask. */
export function NoAccessPage({ problem, email }: { problem: string; email: string }): ReactNode {
  const { logOut } = usePorts();
  return (
    <Page title={problem}>
      <Text>{texts.contactDevelopers}</Text>
      {email !== '' && <Text c="dimmed">{texts.signedInAs({ email, b: (text) => <strong>{text}</strong> })}</Text>}
      <Group>
        <Button variant="default" onClick={logOut}>
          {texts.otherAccount}
        </Button>
      </Group>
    </Page>
  );
}

/** Sign-in came to nothing: why, and another try. */
export function SignInFailedPage({ message }: { message: string | null }): ReactNode {
  const { logIn } = usePorts();
  return (
    <Page title={texts.signInFailed}>
      {message !== null && <Text className={classes['message']}>{message}</Text>}
      <Group>
        <Button onClick={logIn}>{texts.signInAgain}</Button>
      </Group>
    </Page>
  );
}

/** The rules of using this installation; with `accept` nothing else is shown before they are accepted. */
export function TermsPage({ accept = false }: { accept?: boolean }): ReactNode {
  const dispatch = useDispatch();
  const { logOut } = usePorts();
  return (
    <Page title={texts.termsOfUse}>
      <Text>{texts.termsIntro}</Text>
      <ul className={classes['terms']}>
        <li>{texts.termsPersonalAccount}</li>
        <li>{texts.termsOwnRegions}</li>
        <li>{texts.termsLicences}</li>
        <li>{texts.recordingNote}</li>
      </ul>
      {accept ? (
        <Group>
          <Button onClick={() => dispatch(acceptTerms({}))}>{texts.accept}</Button>
          <Button variant="default" onClick={logOut}>
            {texts.logOut}
          </Button>
        </Group>
      ) : (
        <Anchor component={Link} to="/data">
          {texts.toTheData}
        </Anchor>
      )}
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <div className={classes['page']}>
      <Stack gap="sm" maw={520}>
        <Title order={1}>{title}</Title>
        {children}
      </Stack>
    </div>
  );
}
