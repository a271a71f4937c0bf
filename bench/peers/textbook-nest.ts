// A common first version: throttler guard, axios with parsed JSON, one TypeORM transaction per request.
import 'reflect-metadata';
import { Agent } from 'node:http';
import { Controller, Get, type INestApplication, Module, NotFoundException, Param } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import axios from 'axios';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';

@Entity()
class Account {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('bigint')
  balanceMicros!: string;
}

@Entity()
class Usage {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column()
  accountId!: number;

  @Column()
  path!: string;

  @Column('bigint')
  priceMicros!: string;
}

const dataSource = new DataSource({
  type: 'postgres',
  url: process.env.DATABASE_URL!,
  entities: [Account, Usage],
  synchronize: true,
  poolSize: 10,
});

const upstream = axios.create({
  baseURL: process.env.UPSTREAM_BASE_URL!,
  httpAgent: new Agent({ keepAlive: true, maxSockets: 128 }),
});

@Controller('users')
class UsersController {
  @Get(':id')
  async byId(@Param('id') id: string) {
    const { data } = await upstream.get(`/users/${id}`);
    if (!data.user) throw new NotFoundException();
    await dataSource.transaction(async (manager) => {
      const account = await manager.findOneOrFail(Account, { where: { id: 1 }, lock: { mode: 'pessimistic_write' } });
      account.balanceMicros = String(BigInt(account.balanceMicros) - 600n);
      await manager.save(account);
      await manager.save(manager.create(Usage, { accountId: account.id, path: 'users', priceMicros: '600' }));
    });
    return data.user;
  }
}

@Module({
  imports: [ThrottlerModule.forRoot([{ ttl: 1_000, limit: 1_000_000 }])],
  controllers: [UsersController],
  providers: [{ provide: APP_GUARD, useClass: ThrottlerGuard }],
})
class AppModule {}

async function main(): Promise<void> {
  await dataSource.initialize();
  await dataSource.getRepository(Account).save({ balanceMicros: '1000000000000000' });
  const app: INestApplication = await NestFactory.create(AppModule, { logger: ['error'] });
  await app.listen(Number(process.env.PORT), '127.0.0.1');
  process.send?.({ ready: true });
}

void main();
