# ruby_server.rb USER PASSWORD HOME ANONYMOUS ADDRESS PORT "LOW HIGH": one FTP server of the gem ftpd.
require 'ftpd'
require 'stringio' # ftpd uses it, and leaves it to its caller to load it

# Says who may log in, and which files each user sees.
class Users
  def initialize(user, password, home, anonymous)
    @user, @password, @home, @anonymous = user, password, home, anonymous
  end

  def authenticate(user, password)
    user == 'anonymous' || (user == @user && password == @password)
  end

  def file_system(user)
    user == @user ? Ftpd::DiskFileSystem.new(@home) : Ftpd::ReadOnlyDiskFileSystem.new(@anonymous)
  end
end

*users, address, port, passive = ARGV
server = Ftpd::FtpServer.new(Users.new(*users))
server.interface = address
server.port = port.to_i
server.passive_ports = Range.new(*passive.split.map(&:to_i))
server.exception_handler = ->(error) { warn error.full_message }
server.start
sleep
