import { ActionIcon, ScrollArea } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconCheck,
  IconMailOpened,
  IconMail,
  IconMessage,
  IconPencil,
  IconPlayerStop,
  IconSearch,
  IconUpload,
  IconUserCheck,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { loadNews } from '../../commands/notifications/loadNews.ts';
import { readNews } from '../../commands/notifications/readNews.ts';
import { unreadNews, type NewsItem, type NewsKind } from '../../domain/news.ts';
import { useDispatch } from '../../kernel/react.tsx';
import { useView } from '../parts/appState.ts';
import { Link } from '../parts/Link.tsx';
import { LoadStates } from '../parts/LoadStates.tsx';
import { Popover } from '../parts/Popover.tsx';
import { WhyButton } from '../parts/WhyButton.tsx';
import { useScreenActs } from '../shell/screenActs.tsx';
import classes from './Bell.module.css';
import { texts } from './texts.ts';

const ICONS: Readonly<Record<NewsKind, { readonly icon: ReactNode; readonly colour: string }>> = {
  runEnded: { icon: <IconCheck size={15} aria-hidden />, colour: 'green' },
  runFailed: { icon: <IconAlertTriangle size={15} aria-hidden />, colour: 'red' },
  needsApproval: { icon: <IconPlayerStop size={15} aria-hidden />, colour: 'orange' },
  uploaded: { icon: <IconUpload size={15} aria-hidden />, colour: 'green' },
  uploadFailed: { icon: <IconAlertTriangle size={15} aria-hidden />, colour: 'red' },
  edited: { icon: <IconPencil size={15} aria-hidden />, colour: 'blue' },
  releaseHeld: { icon: <IconPlayerStop size={15} aria-hidden />, colour: 'orange' },
  webhookFailed: { icon: <IconAlertTriangle size={15} aria-hidden />, colour: 'red' },
  reviewAsked: { icon: <IconUserCheck size={15} aria-hidden />, colour: 'blue' },
  reviewCommented: { icon: <IconMessage size={15} aria-hidden />, colour: 'blue' },
  reviewChangesAsked: { icon: <IconPencil size={15} aria-hidden />, colour: 'orange' },
  reviewApproved: { icon: <IconCheck size={15} aria-hidden />, colour: 'green' },
  reviewWithdrawn: { icon: <IconPlayerStop size={15} aria-hidden />, colour: 'gray' },
  searchEntered: { icon: <IconSearch size={15} aria-hidden />, colour: 'blue' },
  commented: { icon: <IconMessage size={15} aria-hidden />, colour: 'blue' },
};

/** The bell of the header: what happened to one's work while others, or the server, did it. */
export function Bell(): ReactNode {
  const { overlay, show } = useScreenActs();
  const dispatch = useDispatch();
  const unread = useView((view) => unreadNews(view.news.value ?? []));
  const words = texts.news({ unread });
  const opened = overlay === 'news';
  const toggle = (): void => {
    // repeated events show one toast; the list has the count
    if (!opened) dispatch(loadNews({}));
    show(opened ? undefined : 'news');
  };
  return (
    <Popover position="bottom-end" width={400} opened={opened} onChange={(next) => !next && show(undefined)}>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={30} className={classes['bell'] ?? ''} aria-label={words} title={words} onClick={toggle}>
          <IconBell size={18} aria-hidden />
          {unread > 0 && <span className={classes['count']}>{unread > 99 ? '99+' : unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={texts.newsTitle}>
        <Lines />
      </Popover.Dropdown>
    </Popover>
  );
}

function Lines(): ReactNode {
  const dispatch = useDispatch();
  const load = useView((view) => view.news);
  const unread = (load.value ?? []).filter(({ read }) => !read).map(({ id }) => id);
  return (
    <>
      <div className={classes['head']}>
        {/* what cannot be done would tell why at once, over the header, were it focused */}
        <h2 className={classes['title']} tabIndex={-1} data-autofocus={unread.length === 0 || undefined}>
          {texts.newsTitle}
        </h2>
        <WhyButton
          label={texts.markAllAsRead}
          compact
          why={unread.length === 0 ? texts.everythingHasBeenRead : undefined}
          onClick={() => dispatch(readNews({ ids: unread, read: true }))}
        />
      </div>
      <LoadStates
        what={texts.newsWord}
        load={load}
        retry={loadNews({})}
        isEmpty={(news) => news.length === 0}
        empty={<p className={classes['empty']}>{texts.emptyHint}</p>}
      >
        {(news) => (
          <ScrollArea.Autosize mah={420} viewportProps={{ tabIndex: 0, 'aria-label': texts.linesOfTheNews }}>
            <ul className={classes['lines']}>
              {news.map((item) => (
                <Line key={item.id} item={item} />
              ))}
            </ul>
          </ScrollArea.Autosize>
        )}
      </LoadStates>
    </>
  );
}

function Line({ item }: { item: NewsItem }): ReactNode {
  const { id, kind, title, detail, path, count, read, at } = item;
  const dispatch = useDispatch();
  const { show } = useScreenActs();
  const mark = read ? texts.markAsUnread : texts.markAsRead;
  const { icon, colour } = ICONS[kind];
  return (
    <li className={classes['line']} data-unread={read ? undefined : ''}>
      <span className={classes['icon']} style={{ color: `var(--mantine-color-${colour}-text)` }}>
        {icon}
      </span>
      <Link
        to={path}
        className={classes['text']}
        onClick={() => {
          if (!read) dispatch(readNews({ ids: [id], read: true }));
          show(undefined);
        }}
      >
        <span className={classes['what']}>
          {!read && <span className={classes['hidden']}>{texts.unread} </span>}
          {title}
          {count > 1 && <span className={classes['times']}> {texts.countTimes({ count })}</span>}
        </span>
        {detail !== '' && <span className={classes['detail']}>{detail}</span>}
        <time className={`dmp-number ${classes['at']}`} dateTime={at}>
          {texts.replaceUTC({ replace: at.slice(0, 16).replace('T', ' ') })}
        </time>
      </Link>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`${mark}: ${title}`}
        title={mark}
        onClick={() => dispatch(readNews({ ids: [id], read: !read }))}
      >
        {read ? <IconMailOpened size={15} aria-hidden /> : <IconMail size={15} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
