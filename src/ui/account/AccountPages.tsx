import { Anchor, Button, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { acceptTerms } from '../../commands/account/acceptTerms.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { Link } from '../parts/Link.tsx';
import { useDelayed } from '../parts/useDelayed.ts';
import { usePorts } from '../ports.tsx';
import classes from './AccountPages.module.css';

/** Shown until it is known who the user is. */
export function WaitingPage(): ReactNode {
  const late = useDelayed(300);
  return (
    <div className={classes['page']} aria-busy="true">
      <span role="status" className="dmp-sr-only">
        Loading
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
      <Text>Please contact the developers of this installation; they can help you further.</Text>
      {email !== '' && (
        <Text c="dimmed">
          You are signed in as <strong>{email}</strong>.
        </Text>
      )}
      <Group>
        <Button variant="default" onClick={logOut}>
          Sign in with another account
        </Button>
      </Group>
    </Page>
  );
}

/** Sign-in came to nothing: why, and another try. */
export function SignInFailedPage({ message }: { message: string | null }): ReactNode {
  const { logIn } = usePorts();
  return (
    <Page title="You could not be signed in">
      {message !== null && <Text className={classes['message']}>{message}</Text>}
      <Group>
        <Button onClick={logIn}>Sign in again</Button>
      </Group>
    </Page>
  );
}

/** The rules of using this installation; with `accept` nothing else is shown before they are accepted. */
export function TermsPage({ accept = false }: { accept?: boolean }): ReactNode {
  const dispatch = useDispatch();
  const { logOut } = usePorts();
  return (
    <Page title="Terms of Use">
      <Text>This tool is for staff who maintain public-transport timetable data. By using it you agree to the following.</Text>
      <ul className={classes['terms']}>
        <li>Your account is yours alone. What you change is kept under your name, with the time, and can be seen by your colleagues.</li>
        <li>Only change data of regions that you are responsible for, and only publish what you have checked.</li>
        <li>Feeds may carry licences of their own. Do not pass data on outside the organisation without checking them.</li>
        <li>
          A recording of what you do here is kept in this browser. It leaves it only when you choose “Report a problem”; passwords and tokens are
          never part of it.
        </li>
      </ul>
      {accept ? (
        <Group>
          <Button onClick={() => dispatch(acceptTerms({}))}>Accept</Button>
          <Button variant="default" onClick={logOut}>
            Log out
          </Button>
        </Group>
      ) : (
        <Anchor component={Link} to="/data">
          To the data
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
