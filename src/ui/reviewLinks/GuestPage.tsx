import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { formatMoment } from '../../domain/date.ts';
import type { ReviewedChange, ReviewedChanges } from '../../domain/draftReview.ts';
import type { GuestCalls, GuestOutcome, OpenedLink } from '../../domain/reviewLinks.ts';
import { ChangeCards } from '../changes/ChangeCards.tsx';
import { said } from '../language/language.ts';
import { WhyButton } from '../parts/WhyButton.tsx';
import { GuestComments, type Writing } from './GuestComments.tsx';
import classes from './reviewLinks.module.css';
import { texts } from './texts.ts';

interface GuestPageProps {
  readonly calls: GuestCalls;
  readonly newKey: () => string;
}

type Failure = Extract<GuestOutcome<never>, { readonly ok: false }>;

/** Milliseconds between two looks at whether the link still works, and what was written meanwhile. */
const LOOKS = 20_000;

/** What a review link opens: the changes with their states before and after, and comments under a typed name. */
export function GuestPage({ calls, newKey }: GuestPageProps): ReactNode {
  const [link, setLink] = useState<OpenedLink>();
  const [shown, setShown] = useState<{ readonly rev: number; readonly changes: ReviewedChanges }>();
  const [failure, setFailure] = useState<Failure>();
  const [writing, setWriting] = useState<Writing>();

  const look = useCallback(async (): Promise<OpenedLink | undefined> => {
    const opened = await calls.open();
    // one that is not answered while the page is there already changes nothing
    if (opened.ok) setLink(opened.value);
    else setFailure((before) => (isOver(opened) || before !== undefined ? opened : before));
    return opened.ok ? opened.value : undefined;
  }, [calls]);

  const load = useCallback(async (): Promise<void> => {
    setFailure(undefined);
    const opened = await calls.open();
    if (!opened.ok) return setFailure(opened);
    setLink(opened.value);
    const changes = await calls.changes();
    if (!changes.ok) return setFailure(changes);
    setShown({ rev: opened.value.Rev, changes: changes.value });
    return undefined;
  }, [calls]);

  useEffect(() => {
    document.title = texts.pageTitle;
    void load();
  }, [load]);
  useEffect(() => {
    const timer = window.setInterval(() => void look(), LOOKS);
    return () => window.clearInterval(timer);
  }, [look]);

  if (failure) return <Unavailable failure={failure} retry={() => void load()} />;
  if (!link || !shown)
    return (
      <main className={classes['over']} aria-busy="true">
        <p role="status">{texts.loading}</p>
      </main>
    );
  const comments = (on: ReviewedChange | undefined): ReactNode => (
    <GuestComments link={link} on={on} writing={writing} onWriting={setWriting} calls={calls} newKey={newKey} onLink={setLink} onOver={setFailure} />
  );
  return (
    <div className={classes['page']} data-mark={link.Draft ? texts.draftMark : texts.reviewMark}>
      <Head link={link} stale={link.Rev !== shown.rev} onShow={() => void load()} />
      <main className={classes['body']}>
        <section aria-label={texts.changesShown}>
          {shown.changes.Count === 0 ? <p>{texts.nothingChanged}</p> : <ChangeCards shown={shown.changes} below={comments} />}
        </section>
        <aside aria-label={texts.comments}>
          <h2>{texts.comments}</h2>
          {comments(undefined)}
        </aside>
      </main>
    </div>
  );
}

function Head({ link, stale, onShow }: { link: OpenedLink; stale: boolean; onShow: () => void }): ReactNode {
  const { Version, From, Draft, Expires } = link;
  return (
    <header className={classes['head']}>
      <h1>{From === undefined ? texts.changesOf({ version: Version }) : texts.differences({ version: Version, from: From })}</h1>
      <span className={classes['mark']}>{Draft ? texts.draftMark : texts.reviewMark}</span>
      <p className={classes['hint']}>
        {Draft ? texts.draftHint : texts.compareHint} {texts.linkWorksUntil({ moment: formatMoment(Expires) })}
      </p>
      {stale && (
        <p role="status">
          {texts.editedSince} <WhyButton compact label={texts.showPresent} icon={IconRefresh} onClick={onShow} />
        </p>
      )}
    </header>
  );
}

/** Why nothing is shown: the link is over, or the server was not reached. */
function Unavailable({ failure, retry }: { failure: Failure; retry: () => void }): ReactNode {
  const over = isOver(failure);
  return (
    <main className={classes['over']}>
      <div role="alert">
        <h1>{over ? texts.linkOver : texts.notReached}</h1>
        <p>{over ? `${failure.messages.map(said).join(' ')}.` : texts.notReachedHint}</p>
      </div>
      {!over && <WhyButton label={texts.tryAgain} icon={IconRefresh} onClick={retry} />}
    </main>
  );
}

function isOver({ status }: Failure): boolean {
  return status === 401 || status === 404 || status === 410;
}
