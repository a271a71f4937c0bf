import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { IssuedPasswordLinkView } from '../security/password.dto';
import { Support } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { CurrentUser, type SignedIn } from '../shared/access/signed-in';
import { IdPipe } from '../shared/http/id.pipe';
import {
  CreateCustomerBody,
  CustomerDetailView,
  CustomerPage,
  CustomerQuery,
  NewCustomerView,
  PasswordLinkOptions,
} from './customers.dto';
import { CustomersService } from './customers.service';
import { NewCustomersService } from './invitations.service';

@DashboardController('support', 'Support')
@Support()
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly newCustomers: NewCustomersService,
  ) {}

  @Get('accounts')
  @ApiOperation({ summary: 'Find an account by name, e-mail address, key or request id' })
  @ApiOkResponse({ type: CustomerPage })
  search(@Query() query: CustomerQuery): Promise<CustomerPage> {
    return this.customers.search(query);
  }

  @Post('accounts')
  @ApiOperation({ summary: 'Create an account with its owner' })
  @ApiCreatedResponse({ type: NewCustomerView })
  create(@CurrentUser() user: SignedIn, @Body() body: CreateCustomerBody): Promise<NewCustomerView> {
    return this.newCustomers.create(user, body);
  }

  @Get('accounts/:account_id')
  @ApiOperation({ summary: 'An account as its owner sees it' })
  @ApiOkResponse({ type: CustomerDetailView })
  read(@Param('account_id', IdPipe) accountId: number): Promise<CustomerDetailView> {
    return this.customers.read(accountId);
  }

  @Post('users/:user_id/password-link')
  @ApiOperation({ summary: 'A one-time link with which an owner sets a password' })
  @ApiCreatedResponse({ type: IssuedPasswordLinkView })
  passwordLink(
    @CurrentUser() user: SignedIn,
    @Param('user_id', IdPipe) userId: number,
    @Body() options: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView> {
    return this.newCustomers.issuePasswordLink(user, userId, options);
  }
}
