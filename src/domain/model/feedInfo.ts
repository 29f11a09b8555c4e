import { z } from 'zod';
import { defineKind, field, idField, WIDTHS } from './kind.ts';

const Text = z.string().optional();

/** What a version says of the feed as a whole. Dates are as the source wrote them: one that does not exist stays visible instead of vanishing. */
export const FeedKind = defineKind(
  'Feed',
  {
    words: ['feed information', 'feed information'],
    array: 'Feed',
    file: 'feed_info.txt',
    identity: ['Id'],
    header: ['feed_publisher_name', 'feed_publisher_url', 'feed_lang'],
    named: 'PublisherName',
    records: {
      page: 'feeds',
      icon: 'info-circle',
      ids: { single: 'feed' },
      prefix: 'F',
      hint: 'This version does not say who publishes it.',
    },
  },
  {
    Id: idField({ own: [] }, 'Always feed: a version has one.'),
    PublisherName: field(Text, {
      holds: 'text',
      label: 'Publisher',
      help: 'Organisation that publishes the feed.',
      gtfs: 'feed_publisher_name',
      edit: true,
      required: true,
      translatable: true,
      column: WIDTHS.wide,
    }),
    PublisherUrl: field(Text, {
      holds: 'webUrl',
      label: 'Publisher url',
      help: 'Web site of the publisher.',
      gtfs: 'feed_publisher_url',
      edit: true,
      required: true,
      column: WIDTHS.wide,
    }),
    Language: field(Text, {
      holds: 'language',
      label: 'Language',
      help: 'Language of the names in the feed; Multiple languages where they differ.',
      gtfs: 'feed_lang',
      edit: true,
      required: true,
      column: WIDTHS.narrow,
    }),
    DefaultLanguage: field(Text, {
      holds: 'language',
      label: 'Default language',
      help: 'Used where the language of a rider is not known.',
      gtfs: 'default_lang',
      edit: true,
    }),
    StartDate: field(Text, {
      holds: 'date',
      label: 'Start date',
      help: 'First day that the feed covers: YYYY-MM-DD.',
      gtfs: 'feed_start_date',
      edit: true,
      column: WIDTHS.narrow,
    }),
    EndDate: field(Text, {
      holds: 'date',
      label: 'End date',
      help: 'Last day that the feed covers: YYYY-MM-DD.',
      gtfs: 'feed_end_date',
      edit: true,
      column: WIDTHS.narrow,
    }),
    Version: field(Text, {
      holds: 'text',
      label: 'Version',
      help: 'What the publisher calls this state of the feed.',
      gtfs: 'feed_version',
      edit: true,
    }),
    ContactEmail: field(Text, {
      holds: 'email',
      label: 'Contact e-mail',
      help: 'For questions about the data.',
      gtfs: 'feed_contact_email',
      edit: true,
    }),
    ContactUrl: field(Text, {
      holds: 'webUrl',
      label: 'Contact url',
      help: 'Web page for questions about the data.',
      gtfs: 'feed_contact_url',
      edit: true,
    }),
  },
);

export const Feed = FeedKind.schema;
export type Feed = z.infer<typeof Feed>;
