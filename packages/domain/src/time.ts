/** Epoch microseconds, UTC. Strictly increasing for entities made in one call (contract api-v1 10.4). */
export type Micros = number;
