/** The thread that holds the gazetteer: reading it takes a second or two in which nothing else could be answered. */
import { parentPort } from 'node:worker_threads';
import { findPlaces, readPlaces } from './places.ts';

const port = parentPort;
if (port === null) throw new Error('gazetteerWorker runs as a worker thread only');

const places = readPlaces();

port.on('message', ({ id, name }: { readonly id: number; readonly name: string }) => port.postMessage({ id, found: findPlaces(places, name) }));
