import { compareCounts } from './compareCounts.ts';

compareCounts('cairns_2014', { 319: 22, 344: 4, 355: 22 });
compareCounts('bart_2018', { 319: 6, 344: 3 });
compareCounts('caltrain_2017', { 318: 3, 319: 6, 344: 8 });
compareCounts('kuopio_2016', { 319: 46, 355: 258, 356: 5 });
compareCounts('donanbus_2020', { 344: 10, 355: 26 });
compareCounts('transcollines_2026', { 318: 8 });
