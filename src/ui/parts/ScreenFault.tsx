import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Component, type ContextType, type ErrorInfo, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { PortsContext, usePorts } from '../ports.tsx';
import { CodeNotLoaded, RETRY_EVERY, tellMissing } from './lazyScreen.ts';
import { texts } from './texts.ts';

interface ScreenFaultProps {
  readonly what: string;
  /** Another place is another try. */
  readonly place?: string;
  /** The notice is in a corner above the rest: the part has no room of its own. */
  readonly floats?: boolean;
  readonly children: ReactNode;
}

interface ScreenFaultState {
  readonly fault: string | CodeNotLoaded | undefined;
  readonly place: string | undefined;
}

/** Keeps a fault of one part of the screen from taking the rest with it. `what` names the part: "page", "map", "window". */
export class ScreenFault extends Component<ScreenFaultProps, ScreenFaultState> {
  static override contextType = PortsContext;
  declare context: ContextType<typeof PortsContext>;
  override state: ScreenFaultState = { fault: undefined, place: this.props.place };

  static getDerivedStateFromProps(props: ScreenFaultProps, state: ScreenFaultState): ScreenFaultState | null {
    return state.place === props.place ? null : { fault: undefined, place: props.place };
  }

  static getDerivedStateFromError(thrown: unknown): { fault: string | CodeNotLoaded } {
    if (thrown instanceof CodeNotLoaded) return { fault: thrown };
    return { fault: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override componentDidCatch(thrown: unknown, info: ErrorInfo): void {
    console.error(thrown, info.componentStack);
    this.context?.tellFault(thrown, thrown instanceof CodeNotLoaded ? 'code' : 'screen', this.props.what);
  }

  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === undefined) return this.props.children;
    const { what, floats = false } = this.props;
    const again = (): void => this.setState({ fault: undefined });
    const notice = fault instanceof CodeNotLoaded ? <NotLoadedNotice {...{ what, fault, again }} /> : <FaultNotice {...{ what, fault, again }} />;
    if (!floats) return notice;
    return (
      <Paper pos="fixed" bottom={48} left={12} w={440} withBorder shadow="md" style={{ zIndex: 400 }}>
        {notice}
      </Paper>
    );
  }
}

function FaultNotice({ what, fault, again }: { what: string; fault: string; again: () => void }): ReactNode {
  const { reload, reportProblem } = usePorts();
  const [saved, setSaved] = useState('');
  return (
    <Stack role="alert" align="center" justify="center" gap={8} p="xl" ta="center" h="100%">
      <Title order={2}>{texts.cannotBeShown({ what })}</Title>
      <Text>{texts.faultTitle}</Text>
      <Text c="dimmed">{texts.faultHint}</Text>
      <Text className="dmp-mono">{fault}</Text>
      <Group justify="center" gap={8}>
        <Button variant="default" onClick={again}>
          {texts.tryAgain}
        </Button>
        <Button variant="default" onClick={reload}>
          {texts.reload}
        </Button>
        <Button variant="default" onClick={() => void reportProblem().then(setSaved)}>
          {texts.reportAProblem}
        </Button>
      </Group>
      {saved !== '' && <Text role="status">{texts.reportSaved({ saved })}</Text>}
    </Stack>
  );
}

function NotLoadedNotice({ what, fault, again }: { what: string; fault: CodeNotLoaded; again: () => void }): ReactNode {
  const { reload } = usePorts();
  const retry = (): void => void fault.retry().then(again, tellMissing);
  const retryLater = useEffectEvent(retry);
  useEffect(() => {
    retryLater();
    const timer = setInterval(() => retryLater(), RETRY_EVERY);
    const online = (): void => retryLater();
    window.addEventListener('online', online);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', online);
    };
  }, []);
  return (
    <Stack role="alert" align="center" justify="center" gap={8} p="xl" ta="center" h="100%">
      <Title order={2}>{texts.screenNotLoaded({ what })}</Title>
      <Text>{texts.screenNotLoadedHint}</Text>
      <Text c="dimmed">{texts.retryHint}</Text>
      <Group justify="center" gap={8}>
        <Button variant="default" onClick={retry}>
          {texts.tryAgain}
        </Button>
        <Button variant="default" onClick={reload}>
          {texts.reload}
        </Button>
      </Group>
    </Stack>
  );
}
