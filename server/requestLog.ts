import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';
import { scrubbedUrl } from './auth/scrubbedUrl.ts';
import { traceOf } from './tracing.ts';

/** One line for each request when it is answered: without headers, bodies, tokens or codes. */
export class RequestLog extends LogController {
  override incomingRequest(): void {
    // Its answer tells all of it.
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const trace = traceOf(request);
    const line = {
      method: request.method,
      url: scrubbedUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(trace === undefined ? {} : { trace }),
    };
    if (error) reply.log.error({ ...line, err: error }, 'answer failed');
    else reply.log.info(line, 'answered');
  }
}
